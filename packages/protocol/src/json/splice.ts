// Replaces and removes members of JSON text without parsing it, for passthrough.
import { isEscaped, skipSpace, stringEnd } from './cursor.ts';
import { scanObject, type JsonScan, type JsonSpan } from './scan.ts';
import type { JsonObject } from './value.ts';

/** A range of a text, and what takes its place. */
export interface Edit extends JsonSpan {
  readonly replacement: string;
}

/**
 * Sets top-level fields in JSON text and leaves everything else unchanged, byte for byte. An existing field
 * gets the new value in its place; a missing one is inserted after the opening brace.
 * @param scan the result of `scanObject` for the same text
 * @param fields JSON text of each new value, by field name
 */
export function spliceFields(
  text: string,
  scan: JsonScan,
  fields: Readonly<Record<string, string>>,
): string {
  let spliced = '';
  let at = 0;
  for (const { start, end, replacement } of listEdits(scan, fields)) {
    spliced += text.slice(at, start) + replacement;
    at = end;
  }
  return at === 0 ? text : spliced + text.slice(at);
}

/** The edits that set fields, in the order of the text. */
export function listEdits(
  { fields: found, open }: JsonScan,
  fields: Readonly<Record<string, string>>,
): readonly Edit[] {
  const edits: Edit[] = [];
  let inserted = '';
  for (const name in fields) {
    if (found.has(name)) continue;
    inserted += `${inserted === '' ? '' : ','}${JSON.stringify(name)}:${fields[name] ?? ''}`;
  }
  if (inserted !== '') {
    edits.push({ start: open, end: open, replacement: inserted + (found.size > 0 ? ',' : '') });
  }
  // The fields of a scan are in the order of the text.
  for (const [name, { start, end }] of found) {
    if (Object.hasOwn(fields, name)) edits.push({ start, end, replacement: fields[name] ?? '' });
  }
  return edits;
}

/**
 * Replaces the top-level fields that JSON text has, such as the model by the name that a client knows. All other
 * text stays unchanged, and so does text that has one of the fields twice.
 */
export function replaceFields(text: string, fields: JsonObject): string {
  try {
    const scan = scanObject(text, { deepest: Infinity, only: fields });
    const written: Record<string, string> = {};
    for (const name of scan.fields.keys()) written[name] = JSON.stringify(fields[name]);
    return spliceFields(text, scan, written);
  } catch {
    return text;
  }
}

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
    const end = frameText[start] === '"' ? stringEnd(frameText, start) : -1;
    if (end !== -1) return frameText.slice(0, start) + JSON.stringify(model) + frameText.slice(end);
  }
  return frameText;
}

/**
 * Removes the first `"<name>": null` member from JSON text (a stream frame, with or without its `data:`
 * prefix) and leaves every other character unchanged. Text inside JSON strings is never matched, because
 * quotes are escaped there. Nesting is ignored.
 * @param name without characters that JSON escapes
 */
export function cutNullMember(text: string, name: string): string {
  const quoted = `"${name}"`;
  for (let at = text.indexOf(quoted); at !== -1; at = text.indexOf(quoted, at + 1)) {
    const start = isEscaped(text, at) ? -1 : valueStart(text, at + quoted.length);
    if (start !== -1 && text.startsWith('null', start)) {
      return cutMember(text, at, start + 'null'.length);
    }
  }
  return text;
}

/** The comma before a member is removed with it; for the first member, the comma after it. */
function cutMember(text: string, start: number, end: number): string {
  const before = text.slice(0, start).trimEnd();
  if (before.endsWith(',')) return before.slice(0, -1) + text.slice(end);
  const next = skipSpace(text, end);
  return text.slice(0, start) + text.slice(text[next] === ',' ? skipSpace(text, next + 1) : end);
}

/** The start of the value after a member name; -1 if no colon follows. */
function valueStart(text: string, nameEnd: number): number {
  const colon = skipSpace(text, nameEnd);
  return text[colon] === ':' ? skipSpace(text, colon + 1) : -1;
}
