// Removes a member that is null from a frame, for the Chat Completions stream observer.
import { isEscaped, skipSpace } from './cursor.ts';

/**
 * Removes the first `"<name>": null` member from JSON text (a stream frame, with or without its `data:`
 * prefix) and leaves every other character unchanged. Text inside JSON strings is never matched, because
 * quotes are escaped there. Nesting is ignored.
 * @param name without characters that JSON escapes
 */
export function cutNullMember(text: string, name: string): string {
  const quoted = `"${name}"`;
  for (let at = text.indexOf(quoted); at !== -1; at = text.indexOf(quoted, at + 1)) {
    const end = isEscaped(text, at) ? -1 : endOfNull(text, at + quoted.length);
    if (end !== -1) return cutMember(text, at, end);
  }
  return text;
}

/** The end of the null value after a member name; -1 if the value is not null. */
function endOfNull(text: string, nameEnd: number): number {
  const colon = skipSpace(text, nameEnd);
  if (text[colon] !== ':') return -1;
  const start = skipSpace(text, colon + 1);
  return text.startsWith('null', start) ? start + 'null'.length : -1;
}

/** The comma before a member is removed with it; for the first member, the comma after it. */
function cutMember(text: string, start: number, end: number): string {
  const before = text.slice(0, start).trimEnd();
  if (before.endsWith(',')) return before.slice(0, -1) + text.slice(end);
  const next = skipSpace(text, end);
  return text.slice(0, start) + text.slice(text[next] === ',' ? skipSpace(text, next + 1) : end);
}
