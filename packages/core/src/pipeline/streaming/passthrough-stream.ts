/** A streamed reply in passthrough, where client and upstream speak the same dialect. */
import {
  createFrameParser,
  type GatewayError,
  type Note,
  type SseFrame,
  type StreamObserver,
  type ObserverStep,
  type Usage,
} from '@parley/protocol';
import type { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import { toReplyError } from '../upstream/upstream-response.ts';
import type { ReplyStream } from './reply-stream.ts';
import type { FrameWriter } from './stream-format.ts';

/** Forwards whole frames unchanged, while an observer reads usage and the end of the reply. */
export class PassthroughStream implements ReplyStream {
  readonly isTranslated = false;
  state: ReplyStream['state'] = 'open';
  error: GatewayError | undefined;
  readonly #parser = createFrameParser();
  readonly #observer: StreamObserver;
  readonly #writer: FrameWriter;
  readonly #meter: ReplyMeter;
  #usage: Usage | undefined;
  /** The last frames as the observer wrote them; `undefined` while the stream is open. */
  #lastFrames: string | undefined;
  #lastText: string | undefined;

  /** @param meter receives the model's text from the observer */
  constructor(observer: StreamObserver, writer: FrameWriter, meter: ReplyMeter) {
    this.#observer = observer;
    this.#writer = writer;
    this.#meter = meter;
  }

  get notes(): readonly Note[] {
    return this.#observer.notes;
  }

  get lastText(): string {
    if (this.#lastFrames === undefined) return '';
    return (this.#lastText ??= this.#writer.writeText(this.#lastFrames) + this.#writer.end());
  }

  get started(): boolean {
    return this.#observer.started;
  }

  get isComplete(): boolean {
    return this.#observer.isComplete;
  }

  push(chunk: Uint8Array): string {
    try {
      return this.#relay(this.#parser.push(chunk));
    } catch (thrown) {
      return this.#failWith(thrown);
    }
  }

  close(): string {
    try {
      const text = this.#relay(this.#parser.end());
      if (this.state === 'open') this.#take(this.#observer.end());
      this.#measure();
      return text;
    } catch (thrown) {
      return this.#failWith(thrown);
    }
  }

  fail(error: GatewayError): void {
    if (this.state === 'open') this.#endWith(error);
  }

  replaceEnd(error: GatewayError): void {
    if (this.state === 'ended') this.#endWith(error);
  }

  #endWith(error: GatewayError): void {
    this.#take({ action: 'fail', text: this.#observer.fail(error), error });
  }

  #relay(frames: readonly SseFrame[]): string {
    let text = '';
    for (const frame of frames) {
      if (this.state !== 'open') break;
      text += this.#take(this.#observer.push(frame));
      this.#measure();
    }
    return text;
  }

  /** A usage report includes the text of its own frame, so the text is read first. */
  #measure(): void {
    if (this.#observer.usage !== this.#usage) {
      this.#meter.report((this.#usage = this.#observer.usage));
    }
    if (this.state === 'ended') this.#meter.finish();
    if (this.state !== 'open' || !this.#meter.isOver) return;
    this.#take({ action: 'end', text: this.#observer.cut(this.#meter.cut()) });
  }

  #take(step: ObserverStep): string {
    if (step.action === 'drop') return '';
    if (step.action === 'relay') return this.#writer.writeText(step.text);
    this.state = step.action === 'end' ? 'ended' : 'failed';
    this.#lastFrames = step.text;
    this.#lastText = undefined;
    if (step.action === 'fail') this.error = step.error;
    return '';
  }

  #failWith(thrown: unknown): string {
    this.fail(toReplyError(thrown));
    return '';
  }
}
