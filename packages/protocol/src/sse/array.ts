// Reads and writes a stream that is one JSON array, the form of Gemini without server-sent events.
import { GatewayError } from '../canonical/error.ts';
import { isSpace } from '../json/cursor.ts';
import type { FrameParser, FrameParserOptions } from './frame-parser.ts';
import type { SseFrame } from './frame.ts';
import { StreamTextDecoder, TextPile } from './stream-text.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Parses a JSON array that arrives in chunks, the form in which Google streams without `alt=sse`: one frame
 * per element, emitted as soon as its last character arrives. A body that is not an array yields one frame,
 * so that an error sent in its place is read as well. A truncated element yields no frame. Takes linear time
 * in the number of bytes, whatever the chunk sizes.
 */
export function createArrayParser(options: FrameParserOptions = {}): FrameParser {
  return new ElementCutter(options.maxFrameLength ?? 16 * 1024 * 1024);
}

class ElementCutter implements FrameParser {
  readonly #maxLength: number;
  readonly #decoder = new StreamTextDecoder();
  /** The element that is being received. */
  readonly #begun = new TextPile();
  #place: 'outside' | 'array' | 'lone' | 'closed' = 'outside';
  /** How many objects and arrays are open within the element. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #frames: SseFrame[] = [];

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  push(chunk: Uint8Array): readonly SseFrame[] {
    return this.#read(this.#decoder.decode(chunk));
  }

  end(): readonly SseFrame[] {
    const frames = this.#read(this.#decoder.end());
    const rest = this.#begun.take().trim();
    const isWhole = this.#place === 'lone' && this.#depth === 0 && !this.#inString;
    return isWhole && rest !== '' ? [...frames, { data: rest }] : frames;
  }

  #read(text: string): readonly SseFrame[] {
    this.#frames = [];
    let start = this.#enter(text);
    for (let at = start; at < text.length && this.#place !== 'closed'; at++) {
      if (this.#isInside(text.charCodeAt(at))) continue;
      this.#take(text.slice(start, at));
      start = at + 1;
    }
    if (this.#place === 'array' || this.#place === 'lone') this.#keep(text.slice(start));
    return this.#frames;
  }

  /** Finds the opening bracket of the array. Anything else starts a body that is not an array. */
  #enter(text: string): number {
    if (this.#place !== 'outside') return 0;
    let at = 0;
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    if (at === text.length) return at;
    const isArray = text.charCodeAt(at) === openBracket;
    this.#place = isArray ? 'array' : 'lone';
    return isArray ? at + 1 : at;
  }

  /** Consumes one character; false for characters that separate elements or close the array. */
  #isInside(code: number): boolean {
    if (this.#inString) this.#stepInString(code);
    else if (code === quote) this.#inString = true;
    else if (code === openBrace || code === openBracket) this.#depth++;
    else if (this.#depth > 0 && (code === closeBrace || code === closeBracket)) this.#depth--;
    else if (this.#depth === 0 && this.#place === 'array') return !this.#isBorder(code);
    return true;
  }

  #stepInString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#inString = false;
  }

  #isBorder(code: number): boolean {
    if (code === closeBracket) this.#place = 'closed';
    return code === comma || code === closeBracket;
  }

  #take(tail: string): void {
    this.#keep(tail);
    const data = this.#begun.take().trim();
    if (data !== '') this.#frames.push({ data });
  }

  #keep(text: string): void {
    if (this.#begun.length + text.length > this.#maxLength) {
      const message = 'The upstream sent an event that is too long.';
      throw new GatewayError('upstream-unavailable', message);
    }
    if (text !== '') this.#begun.add(text);
  }
}

/** Writes one stream as one JSON array. The output is valid JSON after `end`, however the stream ended. */
export interface ArrayWriter {
  /** Returns the text of the next elements: the data of each frame, which is JSON. */
  write(frames: readonly SseFrame[]): string;
  /** Returns the closing bracket; do not call `write` afterwards. */
  end(): string;
}

/**
 * Writes the form in which Google responds to `streamGenerateContent` without `alt=sse`. Each element is sent
 * at once, with the separator before it, so that no element waits for the next.
 */
export function createArrayWriter(): ArrayWriter {
  let isOpen = false;
  const separate = (): string => {
    if (isOpen) return ',\r\n';
    isOpen = true;
    return '[';
  };
  return {
    write: (frames) => frames.map(({ data }) => `${separate()}${data}\n`).join(''),
    end: () => (isOpen ? ']' : '[]'),
  };
}
