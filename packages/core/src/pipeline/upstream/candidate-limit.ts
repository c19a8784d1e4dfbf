/** Writes the output limit of one candidate into the client's own text; used in passthrough. */
import { scanObject, spliceFields, type JsonScan, type OutputLimitFields } from '@parley/protocol';
import type { Target } from '../../models/routing/snapshot.ts';

/** The limit, and the fields that contain it. */
export interface CandidateLimit {
  /** Maximum number of tokens of one candidate, at least 1. */
  readonly tokens: number;
  /** The names of the field in the dialect. */
  readonly fields: OutputLimitFields;
  readonly profile: Target['profile'];
}

interface ScannedText {
  readonly text: string;
  readonly scan: JsonScan;
}

/**
 * Sets the limit in the field that the client used, otherwise in the field that the model accepts. All other
 * characters of the text stay unchanged.
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

/** The names that are present in the text, otherwise the default one. */
function present(
  { fields }: JsonScan,
  names: readonly string[],
  usual: string | undefined,
): readonly string[] {
  const used = names.filter((name) => fields.has(name));
  return used.length > 0 || usual === undefined ? used : [usual];
}
