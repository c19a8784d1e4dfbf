/** Writes streamed responses through Bun's direct streams, which have no queue between writer and socket. */
import type { ReplySink } from '@parley/core';

export interface DirectSink extends ReplySink {
  /** Resolves when the stream is opened; never, if the response is not streamed. */
  readonly response: Promise<Response>;
}

/**
 * Creates the sink for one request. Each text leaves at once; `write` returns Bun's own promise while the client
 * reads too slowly.
 * @param departure aborts when the client disconnects
 */
export function createDirectSink(departure: AbortSignal): DirectSink {
  return new StreamedResponse(departure);
}

const ignore = (): void => undefined;

class StreamedResponse implements DirectSink {
  readonly response: Promise<Response>;
  #respond: (response: Response) => void = ignore;
  #controller: BunDirectController | undefined;
  /** What is written before Bun takes the body. */
  #pending = '';
  #isOpen = true;
  #finish: () => void = ignore;
  #onClose: () => void = ignore;

  constructor(departure: AbortSignal) {
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
    departure.addEventListener('abort', this.#leave, { once: true });
    if (departure.aborted) queueMicrotask(this.#leave);
  }

  open(status: number, headers: Readonly<Record<string, string>>): void {
    const source: BunDirectSource = {
      type: 'direct',
      pull: (controller) => this.#take(controller),
      cancel: this.#leave,
    };
    // The standard's types know no direct stream.
    const body = new ReadableStream(source as unknown as UnderlyingSource<Uint8Array>);
    this.#respond(new Response(body, { status, headers }));
  }

  write(text: string): Promise<void> | undefined {
    if (!this.#isOpen || text === '') return undefined;
    if (this.#controller === undefined) {
      this.#pending += text;
      return undefined;
    }
    const written = this.#controller.write(text);
    this.#controller.flush();
    return typeof written === 'number' ? undefined : written.then(ignore, ignore);
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#close();
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  /** Bun ends the response when the returned promise resolves. */
  #take(controller: BunDirectController): Promise<void> {
    this.#controller = controller;
    if (this.#pending !== '') void controller.write(this.#pending);
    this.#pending = '';
    controller.flush();
    return new Promise((resolve) => {
      this.#finish = resolve;
      if (!this.#isOpen) this.#close();
    });
  }

  #close(): void {
    this.#controller?.end();
    this.#finish();
  }

  readonly #leave = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#finish();
    this.#onClose();
  };
}
