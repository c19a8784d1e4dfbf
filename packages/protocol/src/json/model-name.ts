// Replaces the model name in a frame, for stream observers.
import { isEscaped, skipSpace, stringEnd } from './cursor.ts';

const memberName = '"model"';

/**
 * Replaces the value of the first `"model": "…"` member in JSON text (a stream frame, with or without its
 * `data:` prefix) and leaves every other character unchanged. Text inside JSON strings is never matched,
 * because quotes are escaped there. Text without such a member is returned unchanged.
 *
 * Nesting is ignored: use it only on frames whose first `model` member is the model name, such as a Chat
 * Completions chunk or `message_start`.
 */
export function spliceModelName(frameText: string, model: string): string {
  for (
    let at = frameText.indexOf(memberName);
    at !== -1;
    at = frameText.indexOf(memberName, at + 1)
  ) {
    const start = isEscaped(frameText, at) ? -1 : valueStart(frameText, at + memberName.length);
    const end = start === -1 ? -1 : stringEnd(frameText, start);
    if (end !== -1) return frameText.slice(0, start) + JSON.stringify(model) + frameText.slice(end);
  }
  return frameText;
}

/** The start of the string value after a member name; -1 if the value is not a string. */
function valueStart(text: string, nameEnd: number): number {
  const colon = skipSpace(text, nameEnd);
  if (text[colon] !== ':') return -1;
  const start = skipSpace(text, colon + 1);
  return text[start] === '"' ? start : -1;
}
