import { isJsonObject, type JsonObject, type JsonValue } from '@parley/protocol';
import type { DiscoveredModel } from '../routing/upstream.ts';

/** At most so many models are taken from one list. */
const mostModels = 2_000;

/** Letters, digits and signs of any script, but no control or format characters and no half pairs. */
const legalName = /^[^\p{C}]{1,256}$/u;

// What vendors call the same two numbers, as seen in their lists in November 2026.
const inputFields = [
  'max_input_tokens',
  'context_length',
  'context_window',
  'max_context_length',
  'max_model_len',
  'inputTokenLimit',
];
const outputFields = [
  'max_output_tokens',
  'max_completion_tokens',
  'max_tokens',
  'outputTokenLimit',
];

/** What Google says of a model that can be asked or that embeds; its list holds others too. */
const usefulMethods: readonly unknown[] = [
  'generateContent',
  'streamGenerateContent',
  'embedContent',
  'batchEmbedContents',
];

/**
 * Reads an upstream's list of models; `undefined` when the body is no such list. Entries without a
 * usable name or use are left out, and so is everything after the two-thousandth.
 * @param prefix what the list writes before each name and the endpoint does not want
 */
export function readModelEntries(
  body: JsonValue | undefined,
  prefix = '',
): DiscoveredModel[] | undefined {
  const entries = findEntries(body);
  if (entries === undefined) return undefined;
  const models = new Map<string, DiscoveredModel>();
  for (const entry of entries) {
    if (models.size >= mostModels) break;
    const model = readEntry(entry, prefix);
    if (model !== undefined && !models.has(model.name)) models.set(model.name, model);
  }
  return [...models.values()];
}

/** Most vendors write `data`, a few write `models` or nothing around it. */
function findEntries(body: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isJsonObject(body)) return undefined;
  return [body['data'], body['models']].find((value) => Array.isArray(value));
}

function readEntry(entry: JsonValue, prefix: string): DiscoveredModel | undefined {
  if (!isJsonObject(entry) || !isUseful(entry)) return undefined;
  const id = entry['id'] ?? entry['name'];
  if (typeof id !== 'string') return undefined;
  const name = id.startsWith(prefix) ? id.slice(prefix.length) : id;
  if (!legalName.test(name)) return undefined;
  const maxInputTokens = readLimit(entry, inputFields);
  const maxOutputTokens = readLimit(entry, outputFields);
  const createdAt = readCount(entry['created']);
  return {
    name,
    ...(maxInputTokens !== undefined && { maxInputTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(createdAt !== undefined && { createdAt }),
  };
}

/** Lists that do not say what their models are for are believed to hold only useful ones. */
function isUseful(entry: JsonObject): boolean {
  const methods = entry['supportedGenerationMethods'];
  return !Array.isArray(methods) || methods.some((method) => usefulMethods.includes(method));
}

function readLimit(entry: JsonObject, fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const limit = readCount(entry[field]);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

/** A number from outside is a claim: only whole ones that could be true are believed. */
function readCount(value: JsonValue | undefined): number | undefined {
  const possible = typeof value === 'number' && Number.isInteger(value);
  return possible && value > 0 && value < 10_000_000_000 ? value : undefined;
}
