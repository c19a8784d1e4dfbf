import type { WirePart } from './wire.ts';

/**
 * Holds the end of an answer back, so that its last chunk, which tells why it ended, is never empty:
 * `@google/generative-ai` and `@google/genai` drop a turn whose last chunk holds no text. Of a text that
 * is one character, so that nobody waits for words; of anything else the whole part.
 */
export class HeldEnd {
  #held: WirePart | undefined;

  /** Gives what may go out now. */
  push(parts: readonly WirePart[]): WirePart[] {
    if (parts.length === 0) return [];
    const all = this.#join(parts);
    const last = all.pop();
    const [head, tail] = splitLast(last);
    this.#held = tail;
    return head === undefined ? all : [...all, head];
  }

  /** Gives what was held. */
  take(): WirePart[] {
    const held = this.#held;
    this.#held = undefined;
    return held === undefined ? [] : [held];
  }

  #join(parts: readonly WirePart[]): WirePart[] {
    const held = this.#held;
    const [first, ...others] = parts;
    if (held === undefined) return [...parts];
    if (
      first === undefined ||
      !isPlain(held) ||
      !isPlain(first) ||
      held.thought !== first.thought
    ) {
      return [held, ...parts];
    }
    return [{ ...first, text: held.text + first.text }, ...others];
  }
}

type TextPart = Extract<WirePart, { text: string }>;

/** Text that may be cut anywhere. */
function isPlain(part: WirePart): part is TextPart {
  return 'text' in part && !('thoughtSignature' in part);
}

/** Cuts before the last character, which may be two units of UTF-16. */
function splitLast(
  part: WirePart | undefined,
): [head: WirePart | undefined, tail: WirePart | undefined] {
  if (part === undefined || !isPlain(part)) return [undefined, part];
  const [last = ''] = part.text.match(/[^]$/u) ?? [];
  const at = part.text.length - last.length;
  if (at === 0) return [undefined, part];
  return [
    { ...part, text: part.text.slice(0, at) },
    { ...part, text: last },
  ];
}
