// Parses server-sent events into frames, for decoders and observers.
import { GatewayError } from '../canonical/error.ts';
import { joinLines, writeFrame, type SseFrame } from './frame.ts';
import { StreamTextDecoder, TextPile } from './stream-text.ts';

const lineFeed = 0x0a;
const space = 0x20;
const emptyLine = '\n\n';

/** Splits a byte stream into frames. Create one parser per stream. Synchronous. */
export interface FrameParser {
  /**
   * Parses the next chunk, split anywhere, and returns the frames it completes.
   * @throws GatewayError `upstream-unavailable` if a record is longer than `maxFrameLength`; the parser must
   *   not be used after that.
   */
  push(chunk: Uint8Array): readonly SseFrame[];
  /** Call when the stream closed. Returns the last frame even if its empty line is missing. */
  end(): readonly SseFrame[];
}

/** The limits of a parser. */
export interface FrameParserOptions {
  /** Maximum length of a record in characters, at least 1; 16 Mi by default. */
  readonly maxFrameLength?: number;
}

/**
 * Parses server-sent events as the HTML standard, section 9.2, defines them. `id` and `retry` fields and
 * comments are skipped. A record with a name and no data yields a frame with empty data, so that its readers can note
 * the loss; one without both yields no frame. Takes linear time in the number of bytes,
 * whatever the chunk sizes, because each character is searched once and joined once.
 */
export function createFrameParser(options: FrameParserOptions = {}): FrameParser {
  return new RecordCutter(options.maxFrameLength ?? 16 * 1024 * 1024);
}

class RecordCutter implements FrameParser {
  readonly #maxLength: number;
  readonly #decoder = new StreamTextDecoder();
  /** The record that is being received. */
  readonly #begun = new TextPile();
  #atLineStart = true;
  #afterCarriageReturn = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  push(chunk: Uint8Array): readonly SseFrame[] {
    const text = this.#unifyLineEnds(this.#decoder.decode(chunk));
    let frames: SseFrame[] | undefined;
    let start = 0;
    for (let end = this.#recordEnd(text, 0); end !== -1; end = this.#recordEnd(text, start)) {
      const frame = parseRecord(this.#takeRecord(text.slice(start, end)));
      start = end;
      if (frame === undefined) continue;
      // An empty list that grows takes the room of 17 frames, and most chunks hold one.
      if (frames === undefined) frames = [frame];
      else frames.push(frame);
    }
    if (start < text.length) this.#keep(text.slice(start));
    return frames ?? [];
  }

  end(): readonly SseFrame[] {
    const rest = this.#begun.take() + this.#unifyLineEnds(this.#decoder.end());
    const frame = parseRecord(rest + (rest.endsWith('\n') ? '\n' : emptyLine));
    // A record that breaks off after its name, which has no `raw`, has said nothing: the name alone ends no stream.
    return frame?.raw === undefined ? [] : [frame];
  }

  /** Returns the end of the record that continues at `start`, including its empty line; -1 if incomplete. */
  #recordEnd(text: string, start: number): number {
    if (this.#atLineStart && text.charCodeAt(start) === lineFeed) return start + 1;
    const feed = text.indexOf(emptyLine, start);
    return feed === -1 ? -1 : feed + emptyLine.length;
  }

  #takeRecord(rest: string): string {
    this.#checkLength(rest);
    this.#atLineStart = true;
    if (this.#begun.length === 0) return rest;
    this.#begun.add(rest);
    return this.#begun.take();
  }

  #keep(text: string): void {
    this.#checkLength(text);
    this.#begun.add(text);
    this.#atLineStart = text.charCodeAt(text.length - 1) === lineFeed;
  }

  #checkLength(added: string): void {
    if (this.#begun.length + added.length <= this.#maxLength) return;
    const message = 'The upstream sent an event that is too long.';
    throw new GatewayError('upstream-unavailable', message);
  }

  /**
   * Replaces every line ending with a line feed. A carriage return ends its line at once, so no event is
   * delayed.
   */
  #unifyLineEnds(text: string): string {
    if (!this.#afterCarriageReturn && !text.includes('\r')) return text;
    if (text === '') return text;
    const fresh = this.#afterCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterCarriageReturn = text.endsWith('\r');
    return fresh.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  }
}

/** Parses one record whose last line is empty; `undefined` if it has neither data nor a name. */
function parseRecord(raw: string): SseFrame | undefined {
  let event = '';
  let data: string | undefined;
  let isPlain = true;
  let end = raw.indexOf('\n');
  for (let start = 0; end > start; start = end + 1, end = raw.indexOf('\n', start)) {
    if (hasName(raw, start, 'data')) {
      const value = fieldValue(raw, start + 'data'.length, end);
      isPlain &&= data === undefined && isSpaced(raw, start + 'data'.length);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (hasName(raw, start, 'event')) {
      isPlain &&= data === undefined && event === '' && isSpaced(raw, start + 'event'.length);
      event = fieldValue(raw, start + 'event'.length, end);
      isPlain &&= event !== '';
    } else isPlain = false;
  }
  if (data === undefined) return createBareFrame(event);
  if (event === '') return { data, raw: isPlain ? raw : writeFrame({ data: joinLines(data) }) };
  return { event, data, raw: isPlain ? raw : writeFrame({ event, data: joinLines(data) }) };
}

function createBareFrame(event: string): SseFrame | undefined {
  return event === '' ? undefined : { event, data: '' };
}

/** True if a colon and a space precede the value, as clients that search for them require. */
function isSpaced(raw: string, nameEnd: number): boolean {
  return raw.startsWith(': ', nameEnd);
}

/** True if the line at `start` is the field with that name, with or without a colon. */
function hasName(raw: string, start: number, name: string): boolean {
  if (!raw.startsWith(name, start)) return false;
  const next = raw[start + name.length];
  return next === ':' || next === '\n';
}

/**
 * The value between the end of the field name and the end of the line, without the one space after the colon.
 */
function fieldValue(raw: string, nameEnd: number, lineEnd: number): string {
  const hasSpace = raw.charCodeAt(nameEnd + 1) === space;
  return raw.slice(nameEnd + (hasSpace ? 2 : 1), lineEnd);
}
