/** Writes the limit of one candidate into the caller's own text; used where a request passes through. */
import { scanObject, spliceFields, type DialectId, type JsonScan } from '@parley/protocol';
import type { Target } from '../../models/routing/snapshot.ts';
import type { ParsedRequest } from '../parsed-request.ts';

/** The fields in which each dialect takes the limit. */
const fields: Readonly<Record<Exclude<DialectId, 'gemini-generate'>, readonly string[]>> = {
  'openai-chat': ['max_tokens', 'max_completion_tokens'],
  'anthropic-messages': ['max_tokens'],
  'openai-responses': ['max_output_tokens'],
};

/** Google's JSON takes both spellings of every field. */
const nativeConfigs = ['generationConfig', 'generation_config'];
const nativeLimits = ['maxOutputTokens', 'max_output_tokens'];

/** Where the limit is written. */
export interface LimitTarget {
  /** The most tokens of one candidate, at least 1. */
  readonly candidateLimit: number;
  readonly target: Target;
}

/**
 * Sets the limit in the field that the caller used, else in the one that the model takes. All other
 * characters of the text stay.
 */
export function spliceCandidateLimit(
  { text, scan }: Pick<ParsedRequest, 'text' | 'scan'>,
  dialect: DialectId,
  { candidateLimit, target }: LimitTarget,
): string {
  if (dialect === 'gemini-generate') return spliceNativeLimit(text, scan, candidateLimit);
  const used = fields[dialect].filter((field) => scan.fields.has(field));
  const usual =
    dialect === 'openai-chat' ? [target.profile.outputLimitField] : fields[dialect].slice(0, 1);
  return spliceFields(text, scan, limitIn(used.length > 0 ? used : usual, candidateLimit));
}

function spliceNativeLimit(text: string, scan: JsonScan, limit: number): string {
  const used = nativeConfigs.filter((name) => scan.fields.has(name));
  const configs = (used.length > 0 ? used : nativeConfigs.slice(0, 1)).map((name) => {
    const span = scan.fields.get(name);
    const config = span === undefined ? '' : text.slice(span.start, span.end);
    return [name, limitConfig(config.startsWith('{') ? config : '{}', limit)] as const;
  });
  return spliceFields(text, scan, Object.fromEntries(configs));
}

function limitConfig(config: string, limit: number): string {
  const scan = scanObject(config);
  const used = nativeLimits.filter((name) => scan.fields.has(name));
  const names = used.length > 0 ? used : nativeLimits.slice(0, 1);
  return spliceFields(config, scan, limitIn(names, limit));
}

function limitIn(names: readonly string[], limit: number): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, String(limit)]));
}
