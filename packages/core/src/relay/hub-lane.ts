import {
  createFrameParser,
  GatewayError,
  type CanonicalEvent,
  type Note,
  type StreamDecoder,
  type StreamEncoder,
  type Usage,
} from '@parley/protocol';
import type { FormWriter } from './frame-form.ts';
import type { Lane } from './lane.ts';

/** Different dialects: the upstream's frames become canonical events and those the caller's frames. */
export class HubLane implements Lane {
  state: 'open' | 'ended' | 'failed' = 'open';
  started = false;
  lastText = '';
  error: GatewayError | undefined;
  usage: Usage | undefined;
  readonly #parser = createFrameParser();
  readonly #decoder: StreamDecoder;
  readonly #encoder: StreamEncoder;
  readonly #writer: FormWriter;

  constructor(decoder: StreamDecoder, encoder: StreamEncoder, writer: FormWriter) {
    this.#decoder = decoder;
    this.#encoder = encoder;
    this.#writer = writer;
  }

  get notes(): readonly Note[] {
    return [...this.#decoder.notes, ...this.#encoder.notes];
  }

  push(chunk: Uint8Array): string {
    return this.#guard(() => {
      let text = '';
      for (const frame of this.#parser.push(chunk)) text += this.take(this.#decoder.push(frame));
      return text;
    });
  }

  close(): string {
    return this.#guard(() => {
      let text = '';
      for (const frame of this.#parser.end()) text += this.take(this.#decoder.push(frame));
      return text + this.take(this.#decoder.end());
    });
  }

  /** Takes canonical events as if the decoder had given them. */
  take(events: readonly CanonicalEvent[]): string {
    let text = '';
    for (const event of events) {
      if (this.state !== 'open') break;
      text += this.#takeOne(event);
    }
    return text;
  }

  fail(error: GatewayError): void {
    if (this.state !== 'open') return;
    this.state = 'failed';
    this.error = error;
    this.lastText = this.#writer.write(this.#encoder.fail(error)) + this.#writer.end();
  }

  #takeOne(event: CanonicalEvent): string {
    if (event.type === 'failure') {
      this.fail(event.error);
      return '';
    }
    if (event.type === 'reply-end') {
      this.state = 'ended';
      this.lastText = this.#writer.write(this.#encoder.end()) + this.#writer.end();
      return '';
    }
    if (event.type === 'usage') this.usage = event.usage;
    if (event.type === 'part-start') this.started = true;
    return this.#writer.write(this.#encoder.push(event));
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
