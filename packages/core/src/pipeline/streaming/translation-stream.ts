import {
  createFrameParser,
  GatewayError,
  type CanonicalEvent,
  type Note,
  type SseFrame,
  type StreamDecoder,
  type StreamEncoder,
} from '@parley/protocol';
import type { UpstreamReader } from '../upstream/upstream-reader.ts';
import type { AnswerMeter } from '../../billing/quota/answer-meter.ts';
import type { FormWriter } from './stream-format.ts';
import type { Lane } from './reply-stream.ts';
import { OpenParts } from './open-parts.ts';

/** Both halves of a translation. */
interface Translation {
  readonly decoder: StreamDecoder;
  readonly encoder: StreamEncoder;
  /** What the notes pass before anybody reads them. */
  readonly reader: Pick<UpstreamReader, 'redactNotes'>;
}

/** Different dialects: the upstream's frames become canonical events and those the caller's frames. */
export class HubLane implements Lane {
  readonly isTranslated = true;
  state: 'open' | 'ended' | 'failed' = 'open';
  started = false;
  lastText = '';
  error: GatewayError | undefined;
  readonly #parser = createFrameParser();
  readonly #decoder: StreamDecoder;
  readonly #encoder: StreamEncoder;
  readonly #reader: Translation['reader'];
  readonly #writer: FormWriter;
  readonly #meter: AnswerMeter;
  readonly #parts = new OpenParts();

  constructor({ decoder, encoder, reader }: Translation, writer: FormWriter, meter: AnswerMeter) {
    this.#decoder = decoder;
    this.#encoder = encoder;
    this.#reader = reader;
    this.#writer = writer;
    this.#meter = meter;
  }

  get notes(): readonly Note[] {
    return this.#reader.redactNotes([...this.#decoder.notes, ...this.#encoder.notes]);
  }

  push(chunk: Uint8Array): string {
    return this.#guard(() => this.#relay(this.#parser.push(chunk)));
  }

  close(): string {
    return this.#guard(() => {
      const text = this.#relay(this.#parser.end());
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
    // A report takes in the words that come with it, so it is read after them.
    const report = events.findLast((event) => event.type === 'usage');
    if (report !== undefined) this.#meter.report(report.usage);
    if (this.state === 'ended') this.#meter.finish();
    return text;
  }

  fail(error: GatewayError): void {
    if (this.state !== 'open') return;
    this.state = 'failed';
    this.error = error;
    this.lastText = this.#writer.write(this.#encoder.fail(error)) + this.#writer.end();
  }

  #relay(frames: readonly SseFrame[]): string {
    let text = '';
    for (const frame of frames) {
      text += this.take(this.#decoder.push(frame));
      if (this.state === 'open' && this.#meter.isOver) text += this.#cut();
    }
    return text;
  }

  /** Ends the answer here: everything open is closed, with the output limit as the reason. */
  #cut(): string {
    const usage = this.#meter.cut();
    return this.take([...this.#parts.close(), { type: 'usage', usage }, { type: 'reply-end' }]);
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
    if (event.type === 'part-start') this.started = true;
    this.#parts.take(event, this.#meter);
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
