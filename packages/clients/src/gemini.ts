/** Converts a Gemini body to the parameters of Google's library, which has one flat `config`. */

/**
 * Fields beside `contents` in a body that belong to `config` in the library.
 * @see https://googleapis.github.io/js-genai/release_docs/interfaces/types.GenerateContentConfig.html
 */
const besideContents = [
  'systemInstruction',
  'tools',
  'toolConfig',
  'safetySettings',
  'cachedContent',
];

/** Fields of `generationConfig` in a body that belong to `config` in the library. */
const generationFields = [
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'responseLogprobs',
  'logprobs',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'mediaResolution',
  'speechConfig',
  'thinkingConfig',
  'imageConfig',
];

type Fields = Record<string, unknown>;

/** The parameters of a call of Google's library. */
export interface GeminiCall {
  readonly contents: unknown;
  /** Empty when nothing is configured. */
  readonly config: Fields;
  /** Fields that the library does not know; it adds them to the body unchanged. */
  readonly extra: Fields;
}

export function splitGeminiBody(body: Readonly<Fields>): GeminiCall {
  const { contents, generationConfig, ...rest } = body;
  const [beside, extra] = partition(rest, besideContents);
  if (!isFields(generationConfig)) {
    const kept = generationConfig === undefined ? {} : { generationConfig };
    return { contents: contents ?? [], config: beside, extra: { ...extra, ...kept } };
  }
  const [flat, nested] = partition(generationConfig, generationFields);
  const more = Object.keys(nested).length > 0 ? { generationConfig: nested } : {};
  return { contents: contents ?? [], config: { ...beside, ...flat }, extra: { ...extra, ...more } };
}

/** Splits fields into those with one of the names and the others. */
export function partition(fields: Readonly<Fields>, names: readonly string[]): [Fields, Fields] {
  const known = Object.entries(fields).filter(([name]) => names.includes(name));
  const others = Object.entries(fields).filter(([name]) => !names.includes(name));
  return [Object.fromEntries(known), Object.fromEntries(others)];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
