/** Writes the limit of one candidate into the caller's own text; used where a request passes through. */
import { scanObject, spliceFields, type JsonScan, type OutputLimitFields } from '@parley/protocol';
import type { Target } from '../../models/routing/snapshot.ts';

/** What is written, and where. */
export interface CandidateLimit {
  /** The most tokens of one candidate, at least 1. */
  readonly tokens: number;
  /** How the dialect names the limit. */
  readonly fields: OutputLimitFields;
  readonly profile: Target['profile'];
}

interface ScannedText {
  readonly text: string;
  readonly scan: JsonScan;
}

/**
 * Sets the limit in the field that the caller used, else in the one that the model takes. All other
 * characters of the text stay.
 */
export function spliceCandidateLimit({ text, scan }: ScannedText, limit: CandidateLimit): string {
  const { within } = limit.fields;
  if (within === undefined) return spliceLimit({ text, scan }, limit);
  const objects = present(scan, within, within[0]).map((name) => {
    const span = scan.fields.get(name);
    const value = span === undefined ? '' : text.slice(span.start, span.end);
    const object = value.startsWith('{') ? value : '{}';
    return [name, spliceLimit({ text: object, scan: scanObject(object) }, limit)] as const;
  });
  return spliceFields(text, scan, Object.fromEntries(objects));
}

function spliceLimit({ text, scan }: ScannedText, { tokens, fields, profile }: CandidateLimit) {
  const names = present(scan, fields.names, fields.usual(profile));
  const values = names.map((name) => [name, String(tokens)] as const);
  return spliceFields(text, scan, Object.fromEntries(values));
}

/** The names that a text has, else the usual one. */
function present(
  { fields }: JsonScan,
  names: readonly string[],
  usual: string | undefined,
): readonly string[] {
  const used = names.filter((name) => fields.has(name));
  return used.length > 0 || usual === undefined ? used : [usual];
}
