// Recognizes frames that differ from one before only in the text of the model; used by stream observers.
import type { OnText, ObserverStep, TextKind } from '../codec.ts';

/** How often in a row a pattern may be learned in vain before a stream is taken for one without patterns. */
const mostInVain = 8;

/**
 * The frames of one stream that were relayed last. A stream consists mostly of frames with the same JSON around
 * another piece of text, which need not be parsed again: what is done with them depends on the JSON alone.
 */
export class FramePatterns {
  readonly #onText: OnText;
  #latest: FramePattern | undefined;
  #inVain = 0;
  /** The texts of the frame that is being read. */
  #texts = 0;
  #text = '';
  #kind: TextKind = 'output';

  /** @param onText receives the text of every frame, recognized or read */
  constructor(onText: OnText) {
    this.#onText = onText;
  }

  /** For the reader of a frame that is not recognized. */
  readonly onText: OnText = (text, kind) => {
    this.#texts += 1;
    this.#text = text;
    this.#kind = kind;
    this.#onText(text, kind);
  };

  /** What to do with a frame that is like the last one; `undefined` for any other. */
  recognize(raw: string): ObserverStep | undefined {
    this.#texts = 0;
    const pattern = this.#latest;
    const literal = pattern?.match(raw);
    if (pattern === undefined || literal === undefined) return undefined;
    const text = readLiteral(literal);
    if (text === undefined) return undefined;
    this.#inVain = 0;
    this.#onText(text, pattern.kind);
    return { action: 'relay', text: pattern.show(literal) };
  }

  /** Remembers a frame that was read, and what was done with it. */
  learn(raw: string, step: ObserverStep): ObserverStep {
    if (step.action !== 'relay' || this.#texts !== 1 || this.#inVain > mostInVain) return step;
    this.#inVain += 1;
    this.#latest = createPattern({ raw, shown: step.text }, this.#text, this.#kind) ?? this.#latest;
    return step;
  }
}

interface FramePattern {
  readonly kind: TextKind;
  /** The JSON of the text without its quotes; `undefined` if the rest of the frame is different. */
  match(raw: string): string | undefined;
  /** The frame to relay. */
  show(literal: string): string;
}

/** `undefined` unless the text is certainly the string with that content. */
function createPattern(
  { raw, shown }: { readonly raw: string; readonly shown: string },
  text: string,
  kind: TextKind,
): FramePattern | undefined {
  const literal = JSON.stringify(text);
  // The same string could be written with escapes elsewhere.
  if (raw.includes('\\')) return undefined;
  const [before, after, ...others] = raw.split(literal);
  const [shownBefore, shownAfter, ...othersShown] = shown.split(literal);
  if (before === undefined || after === undefined || others.length > 0) return undefined;
  if (shownBefore === undefined || shownAfter === undefined || othersShown.length > 0)
    return undefined;
  const start = `${before}"`;
  const end = `"${after}`;
  return {
    kind,
    match: (other) =>
      other.length > start.length + end.length && other.startsWith(start) && other.endsWith(end)
        ? other.slice(start.length, -end.length)
        : undefined,
    show: (other) => `${shownBefore}"${other}"${shownAfter}`,
  };
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
