import {
  createFrameParser,
  GatewayError,
  type Note,
  type SseFrame,
  type StreamObserver,
  type ObserverStep,
  type Usage,
} from '@parley/protocol';
import type { AnswerMeter } from '../../billing/quota/answer-meter.ts';
import type { FormWriter } from './frame-form.ts';
import type { Lane } from './lane.ts';

/** Same dialect in and out: whole frames pass unchanged while a tap reads usage and the end. */
export class ExpressLane implements Lane {
  readonly notes: readonly Note[] = [];
  readonly isTranslated = false;
  state: 'open' | 'ended' | 'failed' = 'open';
  lastText = '';
  error: GatewayError | undefined;
  readonly #parser = createFrameParser();
  readonly #tap: StreamObserver;
  readonly #writer: FormWriter;
  readonly #meter: AnswerMeter;
  #usage: Usage | undefined;

  /** @param meter what the tap lets hear its words */
  constructor(tap: StreamObserver, writer: FormWriter, meter: AnswerMeter) {
    this.#tap = tap;
    this.#writer = writer;
    this.#meter = meter;
  }

  get started(): boolean {
    return this.#tap.started;
  }

  push(chunk: Uint8Array): string {
    return this.#guard(() => this.#relay(this.#parser.push(chunk)));
  }

  close(): string {
    return this.#guard(() => {
      const text = this.#relay(this.#parser.end());
      if (this.state === 'open') this.#take(this.#tap.end());
      this.#count();
      return text;
    });
  }

  fail(error: GatewayError): void {
    if (this.state !== 'open') return;
    this.#take({ action: 'fail', text: this.#tap.fail(error), error });
  }

  #relay(frames: readonly SseFrame[]): string {
    let text = '';
    for (const frame of frames) {
      if (this.state !== 'open') break;
      text += this.#take(this.#tap.push(frame));
      this.#count();
    }
    return text;
  }

  /** A frame's report takes in its own words, so it is read after them. */
  #count(): void {
    if (this.#tap.usage !== this.#usage) this.#meter.report((this.#usage = this.#tap.usage));
    if (this.state === 'ended') this.#meter.finish();
    if (this.state !== 'open' || !this.#meter.isOver) return;
    this.#take({ action: 'end', text: this.#tap.cut(this.#meter.cut()) });
  }

  #take(step: ObserverStep): string {
    if (step.action === 'drop') return '';
    if (step.action === 'relay') return this.#writer.writeText(step.text);
    this.state = step.action === 'end' ? 'ended' : 'failed';
    this.lastText = this.#writer.writeText(step.text) + this.#writer.end();
    if (step.action === 'fail') this.error = step.error;
    return '';
  }

  #guard(relay: () => string): string {
    try {
      return relay();
    } catch (thrown) {
      this.fail(GatewayError.from(thrown));
      return '';
    }
  }
}
