// Recognizes frames that differ from the one before only in the text of the model; used by stream observers and
// stream decoders.

/** How often in a row a pattern may be learned in vain before a stream is taken for one without patterns. */
const mostInVain = 8;

/** A frame that is like the one before. */
export interface RecognizedFrame<Effect> {
  readonly text: string;
  /** The JSON of the text without its quotes. */
  readonly literal: string;
  /** What is done with such a frame. */
  readonly effect: Effect;
}

/**
 * The last frame of one stream. A stream consists mostly of frames with the same JSON around another piece of
 * text, which need not be parsed again: what is done with them depends on the JSON alone.
 */
export class FramePatterns<Effect> {
  #pattern: TextPattern | undefined;
  #effect: Effect | undefined;
  #inVain = 0;
  /** The texts of the frame that is being read. */
  #texts = 0;
  #text = '';

  /** For the reader of a frame that is not recognized. @param text a whole string of its JSON */
  note(text: string): void {
    this.#texts += 1;
    this.#text = text;
  }

  /** `undefined` for a frame that is not like the last one. */
  recognize(raw: string): RecognizedFrame<Effect> | undefined {
    this.#texts = 0;
    const effect = this.#effect;
    const literal = this.#pattern?.match(raw);
    if (effect === undefined || literal === undefined) return undefined;
    const text = readLiteral(literal);
    if (text === undefined) return undefined;
    this.#inVain = 0;
    return { text, literal, effect };
  }

  /**
   * Forgets the last frame, and remembers the one that was read if it has exactly one text.
   * @param effectOf `undefined` if a frame with another text may have other effects
   */
  learn(raw: string, effectOf: (text: string) => Effect | undefined): void {
    this.#pattern = this.#effect = undefined;
    if (this.#texts !== 1 || this.#inVain > mostInVain) return;
    const effect = effectOf(this.#text);
    if (effect === undefined) return;
    this.#inVain += 1;
    // The same string could be written with escapes elsewhere.
    this.#pattern = raw.includes('\\') ? undefined : createTextPattern(raw, this.#text);
    this.#effect = effect;
  }
}

/** What surrounds one string of a text that contains JSON. */
export class TextPattern {
  readonly #before: string;
  readonly #after: string;

  /** @param before includes the opening quote @param after includes the closing quote */
  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
  }

  /** The JSON of the string without its quotes; `undefined` if it is empty or the rest is different. */
  match(text: string): string | undefined {
    const end = text.length - this.#after.length;
    return end > this.#before.length && text.startsWith(this.#before) && text.endsWith(this.#after)
      ? text.slice(this.#before.length, end)
      : undefined;
  }

  /** The text with another string. @param literal its JSON without the quotes */
  fill(literal: string): string {
    return this.#before + literal + this.#after;
  }
}

/** `undefined` unless the string occurs exactly once. */
export function createTextPattern(text: string, string: string): TextPattern | undefined {
  const literal = JSON.stringify(string);
  const at = text.indexOf(literal);
  if (at === -1 || text.includes(literal, at + 1)) return undefined;
  return new TextPattern(text.slice(0, at + 1), text.slice(at + literal.length - 1));
}

/** No quote, backslash or control character, so that the JSON of a string is the string itself. */
const isPlain = /^[ !#-[\]-\uffff]*$/;

/** The text of a JSON string without its quotes; `undefined` if it is none. */
function readLiteral(literal: string): string | undefined {
  if (isPlain.test(literal)) return literal;
  try {
    const value: unknown = JSON.parse(`"${literal}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
