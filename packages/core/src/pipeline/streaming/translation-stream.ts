/** A streamed reply in translation, where client and upstream speak different dialects. */
import {
  createFrameParser,
  type GatewayError,
  type CanonicalEvent,
  type Note,
  type SseFrame,
  type StreamDecoder,
  type StreamEncoder,
  type Usage,
} from '@parley/protocol';
import type { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import { tooLarge } from '../upstream/connection.ts';
import type { UpstreamReader } from '../upstream/upstream-reader.ts';
import { toReplyError } from '../upstream/upstream-response.ts';
import { keptLength } from './kept-length.ts';
import { OpenParts } from './open-parts.ts';
import type { ReplyStream } from './reply-stream.ts';
import type { FrameWriter } from './stream-format.ts';

/** The decoder and the encoder of a translation. */
export interface Translation {
  readonly decoder: StreamDecoder;
  readonly encoder: StreamEncoder;
  /** Redacts the notes. */
  readonly reader: Pick<UpstreamReader, 'redactNotes'>;
  /** Most text of the reply, in characters: an encoder may have to hold all of it. */
  readonly maxLength: number;
}

/** Decodes the frames of the upstream into canonical events and encodes these for the client. */
export class TranslationStream implements ReplyStream {
  readonly isTranslated = true;
  state: ReplyStream['state'] = 'open';
  started = false;
  error: GatewayError | undefined;
  readonly release: ReplyStream['release'];
  readonly #parser = createFrameParser();
  readonly #decoder: StreamDecoder;
  readonly #encoder: StreamEncoder;
  readonly #reader: Translation['reader'];
  readonly #writer: FrameWriter;
  readonly #meter: ReplyMeter;
  readonly #open = new OpenParts();
  /** What may still come, in characters. */
  #room: number;
  #lastFrames: readonly SseFrame[] = [];
  #lastText: string | undefined;

  constructor(translation: Translation, writer: FrameWriter, meter: ReplyMeter) {
    const { decoder, encoder } = translation;
    const release = encoder.release?.bind(encoder);
    this.release = release && (() => writer.write(release()));
    this.#decoder = decoder;
    this.#encoder = encoder;
    this.#reader = translation.reader;
    this.#room = translation.maxLength;
    this.#writer = writer;
    this.#meter = meter;
  }

  get lastText(): string {
    if (this.state === 'open') return '';
    return (this.#lastText ??= this.#writer.write(this.#lastFrames) + this.#writer.end());
  }

  get notes(): readonly Note[] {
    return this.#reader.redactNotes([...this.#decoder.notes, ...this.#encoder.notes]);
  }

  get isComplete(): boolean {
    return this.#decoder.isComplete;
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
      return text + this.take(this.#decoder.end());
    } catch (thrown) {
      return this.#failWith(thrown);
    }
  }

  /** Accepts canonical events as if the decoder had returned them. */
  take(events: readonly CanonicalEvent[]): string {
    let text = '';
    let report: Usage | undefined;
    for (const event of events) {
      if (event.type === 'usage') report = event.usage;
      if (this.state === 'open') text += this.#takeOne(event);
    }
    // A usage report includes the text of its own frame, so the text is read first.
    if (report !== undefined) this.#meter.report(report);
    if (this.state === 'ended') this.#meter.finish();
    return text;
  }

  fail(error: GatewayError): void {
    if (this.state === 'open') this.#endWith(error);
  }

  replaceEnd(error: GatewayError): void {
    if (this.state === 'ended') this.#endWith(error);
  }

  #endWith(error: GatewayError): void {
    this.state = 'failed';
    this.error = error;
    this.#lastFrames = this.#encoder.fail(error);
    this.#lastText = undefined;
  }

  #relay(frames: readonly SseFrame[]): string {
    let text = '';
    for (const frame of frames) {
      text += this.take(this.#decoder.push(frame));
      if (this.state === 'open' && this.#meter.isOver) text += this.#cut();
    }
    return text;
  }

  /** Ends the reply: closes all open parts, with the output limit as the reason. */
  #cut(): string {
    const usage = this.#meter.cut();
    return this.take([...this.#open.close(), { type: 'usage', usage }, { type: 'reply-end' }]);
  }

  #takeOne(event: CanonicalEvent): string {
    if (event.type === 'failure') {
      this.fail(event.error);
      return '';
    }
    if (event.type === 'reply-end') {
      this.state = 'ended';
      this.#lastFrames = this.#encoder.end();
      return '';
    }
    this.#room -= keptLength(event);
    if (this.#room < 0) {
      this.fail(tooLarge());
      return '';
    }
    this.started ||= hasContent(event);
    this.#open.take(event, this.#meter);
    return this.#writer.write(this.#encoder.push(event));
  }

  #failWith(thrown: unknown): string {
    this.fail(toReplyError(thrown));
    return '';
  }
}

/** The parts whose content follows their start. */
const laterFilled: readonly string[] = ['text', 'reasoning', 'refusal'];

/** A part that is still empty is not content yet: an upstream that fails now has said nothing. */
function hasContent(event: CanonicalEvent): boolean {
  switch (event.type) {
    case 'part-start':
      return !laterFilled.includes(event.part.type);
    case 'part-delta':
      return event.text !== '';
    default:
      return event.type === 'part-citation' || event.type === 'part-state';
  }
}
