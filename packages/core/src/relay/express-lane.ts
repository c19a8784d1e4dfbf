import {
  createFrameParser,
  GatewayError,
  type Note,
  type SseFrame,
  type StreamTap,
  type TapStep,
  type Usage,
} from '@parley/protocol';
import type { FormWriter } from './frame-form.ts';
import type { Lane } from './lane.ts';

/** Same dialect in and out: whole frames pass unchanged while a tap reads usage and the end. */
export class ExpressLane implements Lane {
  readonly notes: readonly Note[] = [];
  state: 'open' | 'ended' | 'failed' = 'open';
  lastText = '';
  error: GatewayError | undefined;
  readonly #parser = createFrameParser();
  readonly #tap: StreamTap;
  readonly #writer: FormWriter;

  constructor(tap: StreamTap, writer: FormWriter) {
    this.#tap = tap;
    this.#writer = writer;
  }

  get started(): boolean {
    return this.#tap.started;
  }

  get usage(): Usage | undefined {
    return this.#tap.usage;
  }

  push(chunk: Uint8Array): string {
    return this.#guard(() => this.#relay(this.#parser.push(chunk)));
  }

  close(): string {
    return this.#guard(() => {
      const text = this.#relay(this.#parser.end());
      if (this.state === 'open') this.#take(this.#tap.end());
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
    }
    return text;
  }

  #take(step: TapStep): string {
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
