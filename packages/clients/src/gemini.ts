// A Gemini body as Google's library takes it: most fields stand in one flat configuration.
/**
 * What stands beside `contents` in a body and within the library's `config`.
 * @see https://googleapis.github.io/js-genai/release_docs/interfaces/types.GenerateContentConfig.html
 */
const besideContents = [
  'systemInstruction',
  'tools',
  'toolConfig',
  'safetySettings',
  'cachedContent',
];

/** What stands in a body's `generationConfig` and directly in the library's `config`. */
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

/** A call of Google's library. */
export interface GeminiCall {
  readonly contents: unknown;
  /** Empty where nothing is configured. */
  readonly config: Fields;
  /** What the library has no field for; it adds this to the body as it is. */
  readonly extra: Fields;
}

/** Takes a body apart. */
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

/** Fields with one of the names, and the others. */
export function partition(fields: Readonly<Fields>, names: readonly string[]): [Fields, Fields] {
  const known = Object.entries(fields).filter(([name]) => names.includes(name));
  const others = Object.entries(fields).filter(([name]) => !names.includes(name));
  return [Object.fromEntries(known), Object.fromEntries(others)];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
