// Replaces top-level fields in JSON text, for passthrough.
import type { JsonScan } from './scan.ts';

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
  const inserted: string[] = [];
  const replaced: { readonly start: number; readonly end: number; readonly value: string }[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const span = scan.fields.get(name);
    if (span) replaced.push({ ...span, value });
    else inserted.push(`${JSON.stringify(name)}:${value}`);
  }
  replaced.sort((one, other) => one.start - other.start);
  let spliced = text.slice(0, scan.open) + inserted.join(',');
  if (inserted.length > 0 && scan.fields.size > 0) spliced += ',';
  let at = scan.open;
  for (const { start, end, value } of replaced) {
    spliced += text.slice(at, start) + value;
    at = end;
  }
  return spliced + text.slice(at);
}
