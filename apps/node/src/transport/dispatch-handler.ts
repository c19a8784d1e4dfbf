/** One call over undici's dispatcher; used by the undici transport. */
import {
  UpstreamConnectionError,
  type UpstreamResponse,
  type UpstreamBody,
  type UpstreamCall,
} from '@parley/core';
import { runAtTurnEnd } from '@parley/host/disk';
import type { Dispatcher } from 'undici';
import { ResponseHeaders } from './response-headers.ts';
import { BodyQueue, type Flow } from './body-queue.ts';
import { describeConnectionFailure } from './connection-failure.ts';
import { ContentDecoder, parseContentCoding, type DecodedOutput } from './content-decoder.ts';

/** Receives the head of the response, or the error instead of it. */
export interface HeadPromise {
  resolve(response: UpstreamResponse): void;
  reject(error: Error): void;
}

/**
 * After a cancel, the last bytes of the response, such as the final chunk, may still arrive: waiting for
 * them keeps the connection for the next call.
 */
const drainMs = 50;
const drainBytes = 16 * 1024;

/** Turns the callbacks of the dispatcher into a head and a body that is pulled. */
export class DispatchHandler implements Dispatcher.DispatchHandler, UpstreamBody, Flow {
  /** Until it is settled: it would keep the head as long as the body is read. */
  #head: HeadPromise | undefined;
  readonly #signal: AbortSignal;
  readonly #onSent: (() => void) | undefined;
  #queue: BodyQueue | undefined;
  #output: DecodedOutput | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #state: 'waiting' | 'answering' | 'draining' | 'done' = 'waiting';
  #responseSeen = false;
  #drained = 0;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(head: HeadPromise, { signal, onSent }: Pick<UpstreamCall, 'signal' | 'onSent'>) {
    this.#head = head;
    this.#signal = signal;
    this.#onSent = onSent;
    signal.addEventListener('abort', this.#abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#state === 'done') controller.abort(new Error('The call was aborted.'));
  }

  /** The whole request was written to the connection. */
  onRequestSent(): void {
    this.#onSent?.();
  }

  onResponseStarted(): void {
    this.#responseSeen = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Interim responses (RFC 9110 section 15.2) precede the final one.
    if (status < 200 || this.#state !== 'waiting') return;
    const headers = new ResponseHeaders(controller.rawHeaders);
    controller.rawHeaders = null;
    this.#state = 'answering';
    try {
      this.#openBody(headers);
    } catch (error) {
      this.#break(error);
      return;
    }
    const head = this.#head;
    this.#head = undefined;
    runAtTurnEnd('reply', () => {
      head?.resolve({ status, headers, body: this });
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#state === 'answering') this.#output?.push(chunk);
    else if (this.#state === 'draining') this.#drain(chunk.length);
  }

  onResponseEnd(): void {
    if (this.#state === 'answering') this.#output?.end();
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#state === 'waiting') {
      this.#head?.reject(describeConnectionFailure(!this.#responseSeen, error));
    } else if (this.#state === 'answering') {
      this.#output?.fail(describeConnectionFailure(false, error));
    }
    this.#finish();
  }

  read(): Promise<Uint8Array | undefined> {
    return this.#queue?.read() ?? Promise.resolve(undefined);
  }

  cancel(): void {
    if (this.#state === 'done' && this.#queue?.isRead === true) return;
    this.#queue?.discard(new Error('The response was cancelled.'));
    this.#destroyDecoder();
    if (this.#state !== 'answering') return;
    this.#state = 'draining';
    this.#drainTimer = setTimeout(this.#stop, drainMs);
    this.#controller?.resume();
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  #openBody(headers: ResponseHeaders): void {
    const coding = parseContentCoding(headers.get('content-encoding'));
    if (!coding) {
      this.#queue = new BodyQueue(this);
      this.#output = this.#queue;
      return;
    }
    headers.hide('content-encoding');
    headers.hide('content-length');
    const endless = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const output: DecodedOutput = {
      push: (chunk) => this.#queue?.push(chunk),
      end: () => this.#queue?.end(),
      fail: (error) => {
        this.#break(error);
      },
    };
    const decoder = new ContentDecoder({ coding, endless, source: this, output });
    this.#output = decoder;
    this.#queue = new BodyQueue(decoder);
  }

  /** Ends the call because its response cannot be used. */
  #break(error: unknown): void {
    const failure =
      error instanceof UpstreamConnectionError ? error : new UpstreamConnectionError(false, error);
    this.#head?.reject(failure);
    this.#queue?.fail(failure);
    this.#stop();
  }

  #drain(bytes: number): void {
    this.#drained += bytes;
    if (this.#drained > drainBytes) this.#stop();
  }

  readonly #abort = (): void => {
    const reason: unknown = this.#signal.reason;
    const error = reason instanceof Error ? reason : new Error('Aborted.', { cause: reason });
    this.#head?.reject(error);
    this.#queue?.discard(error);
    this.#destroyDecoder();
    this.#stop();
  };

  /** Closes the connection unless the response has ended. */
  readonly #stop = (): void => {
    if (this.#state === 'done') return;
    this.#finish();
    this.#controller?.abort(new Error('The call was aborted.'));
  };

  #finish(): void {
    this.#state = 'done';
    clearTimeout(this.#drainTimer);
    this.#signal.removeEventListener('abort', this.#abort);
  }

  #destroyDecoder(): void {
    if (this.#output instanceof ContentDecoder) this.#output.destroy();
  }
}
