/** Finds the fields that limit the output of one candidate in the client's own text; used in passthrough. */
import { scanObject, spliceFields, type JsonScan, type OutputLimitFields } from '@parley/protocol';
import type { Target } from '../../models/routing/snapshot.ts';
import type { BodyText } from '../request/parsed-request.ts';

/** The limit, and the fields that contain it. */
export interface CandidateLimit {
  /** Maximum number of tokens of one candidate, at least 1. */
  readonly tokens: number;
  /** The names of the field in the dialect. */
  readonly fields: OutputLimitFields;
  readonly profile: Target['profile'];
}

/**
 * Returns the fields to splice, as JSON text by name: the limit stands in the field that the client used,
 * otherwise in the field that the model accepts. All other members of their values stay unchanged.
 */
export function limitFields(
  { text, scan }: BodyText,
  limit: CandidateLimit,
): Readonly<Record<string, string>> {
  const { within } = limit.fields;
  if (within === undefined) return fieldsOfLimit(scan, limit);
  const objects: Record<string, string> = {};
  for (const name of present(scan, within, within[0])) {
    const span = scan.fields.get(name);
    const value = span && text.slice(span.start, span.end);
    const object = value?.startsWith('{') === true ? value : '{}';
    const inner = scanObject(object);
    objects[name] = spliceFields(object, inner, fieldsOfLimit(inner, limit));
  }
  return objects;
}

function fieldsOfLimit(scan: JsonScan, { tokens, fields, profile }: CandidateLimit) {
  const limits: Record<string, string> = {};
  for (const name of present(scan, fields.names, fields.usual(profile))) {
    limits[name] = String(tokens);
  }
  return limits;
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
