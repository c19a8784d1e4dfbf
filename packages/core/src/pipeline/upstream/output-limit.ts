import { scanObject, spliceFields, type DialectId, type JsonScan } from '@parley/protocol';
import type { Target } from '../../models/routing/snapshot.ts';
import type { Question } from '../parse.ts';

/** Where each dialect writes the limit of its answers. */
const fields: Readonly<Record<Exclude<DialectId, 'gemini-generate'>, readonly string[]>> = {
  'openai-chat': ['max_tokens', 'max_completion_tokens'],
  'anthropic-messages': ['max_tokens'],
  'openai-responses': ['max_output_tokens'],
};

/** Google's JSON takes both spellings of every field. */
const nativeConfigs = ['generationConfig', 'generation_config'];
const nativeLimits = ['maxOutputTokens', 'max_output_tokens'];

/**
 * Sets the limit of an answer in the caller's own text and leaves everything else as it is: in the
 * field that the caller used, else in the one that the model takes.
 * @param limit tokens of one candidate, at least 1
 */
export function spliceOutputLimit(
  { text, scan }: Pick<Question, 'text' | 'scan'>,
  dialect: DialectId,
  { limit, target }: { readonly limit: number; readonly target: Target },
): string {
  if (dialect === 'gemini-generate') return spliceNativeLimit(text, scan, limit);
  const used = fields[dialect].filter((field) => scan.fields.has(field));
  const usual =
    dialect === 'openai-chat' ? [target.profile.outputLimitField] : fields[dialect].slice(0, 1);
  return spliceFields(text, scan, limitIn(used.length > 0 ? used : usual, limit));
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
  return spliceFields(
    config,
    scan,
    limitIn(used.length > 0 ? used : nativeLimits.slice(0, 1), limit),
  );
}

function limitIn(names: readonly string[], limit: number): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, String(limit)]));
}
