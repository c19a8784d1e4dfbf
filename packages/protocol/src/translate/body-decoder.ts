// Decodes the body of an upstream's response as it arrives, for stream translators and for programs that read
// replies.
import { GatewayError } from '../canonical/error.ts';
import { NoteBook, type Note } from '../canonical/note.ts';
import { replayReply } from '../canonical/replay.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { Codec, ReplySource, StreamDecoder } from '../codec.ts';
import { parseJson } from '../json/parse.ts';
import { createArrayParser } from '../sse/array.ts';
import { createFrameParser, type FrameParser } from '../sse/frame-parser.ts';
import type { SseFrame } from '../sse/frame.ts';

/** The first character of the body, which tells its form. */
const firstCharacter = /[^\s\ufeff]/;

/**
 * Decodes one body: server-sent events, one JSON array of chunks, as Gemini sends without `alt=sse`, or one JSON
 * object, as some upstreams answer although a stream was requested.
 */
export class BodyDecoder {
  readonly #codec: Codec;
  readonly #source: ReplySource;
  readonly #decoder: StreamDecoder;
  readonly #bytes = new TextEncoder();
  readonly #ownNotes = new NoteBook();
  #wholeNotes: readonly Note[] = [];
  /** Chosen by the first character. */
  #parser: FrameParser | undefined;
  #isObject = false;
  #isRead = false;
  /** The first half of a surrogate pair that was split between chunks. */
  #half = '';

  constructor(codec: Codec, source: ReplySource) {
    this.#codec = codec;
    this.#source = source;
    this.#decoder = codec.createStreamDecoder(source);
  }

  get notes(): readonly Note[] {
    return [...this.#decoder.notes, ...this.#wholeNotes, ...this.#ownNotes.notes];
  }

  /** @throws GatewayError if the body is an object that is no reply, or the error in it */
  push(chunk: string | Uint8Array): readonly CanonicalEvent[] {
    const bytes = this.#toBytes(chunk);
    const parser = (this.#parser ??= this.#chooseParser(bytes));
    return this.#decode(parser?.push(bytes) ?? []);
  }

  /** Call when the upstream closed the body. Throws like `push`. */
  end(): readonly CanonicalEvent[] {
    const rest = this.push(this.#bytes.encode(this.#half));
    const events = [...rest, ...this.#decode(this.#parser?.end() ?? [])];
    return this.#isRead ? events : [...events, ...this.#decoder.end()];
  }

  #chooseParser(bytes: Uint8Array): FrameParser | undefined {
    const [first] = firstCharacter.exec(new TextDecoder().decode(bytes)) ?? [];
    if (first === undefined) return undefined;
    this.#isObject = first === '{';
    return first === '{' || first === '[' ? createArrayParser() : createFrameParser();
  }

  #decode(frames: readonly SseFrame[]): readonly CanonicalEvent[] {
    if (this.#isObject) return frames.flatMap(({ data }) => this.#readWhole(data));
    return frames.flatMap((frame) => this.#decoder.push(frame));
  }

  #readWhole(text: string): readonly CanonicalEvent[] {
    const body = parseJson(text);
    if (body === undefined) throw noReply();
    const { value, notes } = this.#codec.decodeReply(body, this.#source);
    this.#isRead = true;
    this.#wholeNotes = notes;
    return replayReply(value, this.#ownNotes);
  }

  /** Text may be split within a surrogate pair, whose halves cannot be encoded on their own. */
  #toBytes(chunk: string | Uint8Array): Uint8Array {
    if (typeof chunk !== 'string') return chunk;
    const text = this.#half + chunk;
    const whole = /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
    this.#half = text.slice(whole.length);
    return this.#bytes.encode(whole);
  }
}

function noReply(): GatewayError {
  return new GatewayError('upstream-unavailable', 'The upstream returned no usable response.', {
    reason: 'upstream_bad_answer',
  });
}
