/** Parses the list of models of an upstream, in any vendor's format. */
import { isJsonObject, type JsonObject, type JsonValue, omitUndefined } from '@parley/protocol';
import { isModelName, type DiscoveredModel } from '../routing/upstream.ts';

/** The maximum number of models that are read from one list. */
const mostModels = 2_000;

// The names that vendors use for the two limits in their lists, as of November 2026.
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

// The fields in which vendors say whether a model accepts images, as of November 2026.
const modalityFields = [['input_modalities'], ['architecture', 'input_modalities']];
const imageFields = [
  ['supports_image_input'],
  ['capabilities', 'vision'],
  ['capabilities', 'image_input', 'supported'],
  ['parley', 'accepts_images'],
];

/** The methods of models that generate or embed; Google lists other models too. */
const usefulMethods: readonly unknown[] = [
  'generateContent',
  'streamGenerateContent',
  'embedContent',
  'batchEmbedContents',
];

/**
 * Parses a list of models; `undefined` when the body is not a list. Entries without a usable name, entries
 * that neither generate nor embed, and entries after the 2,000th are omitted.
 * @param prefix what the list puts before each name, such as `models/`
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

/** Most vendors put the list into `data`, some into `models`, and some return a bare array. */
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
  if (!isModelName(name)) return undefined;
  const maxInputTokens = readLimit(entry, inputFields);
  const maxOutputTokens = readLimit(entry, outputFields);
  const createdAt = readCount(entry['created']);
  const acceptsImages = readImages(entry);
  return omitUndefined({ name, maxInputTokens, maxOutputTokens, acceptsImages, createdAt });
}

/** The first field that says whether a model accepts images. */
function readImages(entry: JsonObject): boolean | undefined {
  for (const path of modalityFields) {
    const modalities = valueAt(entry, path);
    if (Array.isArray(modalities)) return modalities.includes('image');
  }
  return imageFields
    .map((path) => valueAt(entry, path))
    .find((value) => typeof value === 'boolean');
}

function valueAt(entry: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    entry,
  );
}

/** An entry without methods counts as useful. */
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

/** A positive integer below 10^10; anything else counts as absent. */
function readCount(value: JsonValue | undefined): number | undefined {
  const possible = typeof value === 'number' && Number.isInteger(value);
  return possible && value > 0 && value < 10_000_000_000 ? value : undefined;
}
