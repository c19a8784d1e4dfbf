// The types of the Gemini generateContent bodies that encoders write.
import type { ExactNumber } from '../../json/exact-number.ts';
import type { JsonObject } from '../../json/value.ts';
import type { BlockReason, WireFinishReason } from './tables.ts';

/*
 * The exact output of the encoders, after the types of `@google/genai` 3.1.0. The decoders accept far more:
 * see the schemas. These are type aliases and not interfaces, because only aliases are assignable to
 * `JsonObject`.
 */

type Signed = { thoughtSignature?: string };

export type WireText = Signed & { text: string; thought?: true };
export type WireBlob = { mimeType: string; data: string };
/** Media within a result, which may refer to its name. */
export type WireHeldBlob = WireBlob & { displayName?: string };
export type WireFile = { fileUri: string; mimeType: string };
export type WireInline = Signed & { inlineData: WireBlob };
export type WireFileLink = Signed & { fileData: WireFile };
export type WireCall = Signed & { functionCall: { id?: string; name: string; args: JsonObject } };
export type WireResponse = {
  functionResponse: {
    id: string;
    name: string;
    response: JsonObject;
    parts?: { inlineData: WireHeldBlob }[];
  };
};
export type WireMedia = WireInline | WireFileLink;
/** Every part that an encoder writes. */
export type MadePart = WireText | WireMedia | WireCall | WireResponse;
/** Parts that came from this format and are written back unread are plain objects. */
export type WirePart = MadePart | JsonObject;

export type WireContent<Item extends JsonObject = JsonObject> = {
  role: 'user' | 'model';
  parts: Item[];
};

/** The OpenAPI subset that older models accept; counts are 64-bit numbers, so they are strings. */
export type WireSchema = {
  type?: 'STRING' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'ARRAY' | 'OBJECT';
  title?: string;
  description?: string;
  nullable?: boolean;
  format?: string;
  pattern?: string;
  enum?: string[];
  default?: JsonObject[string];
  example?: JsonObject[string];
  minimum?: number | ExactNumber;
  maximum?: number | ExactNumber;
  minItems?: string;
  maxItems?: string;
  minLength?: string;
  maxLength?: string;
  minProperties?: string;
  maxProperties?: string;
  items?: WireSchema;
  properties?: Record<string, WireSchema>;
  propertyOrdering?: string[];
  required?: string[];
  anyOf?: WireSchema[];
};

export type WireDeclaration = {
  name: string;
  description?: string;
  parameters?: WireSchema;
  parametersJsonSchema?: JsonObject;
};
export type WireTool = { functionDeclarations: WireDeclaration[] };
export type WireToolConfig = {
  functionCallingConfig: {
    mode: 'AUTO' | 'ANY' | 'NONE' | 'VALIDATED';
    allowedFunctionNames?: string[];
  };
};

export type WireThinking = {
  includeThoughts?: boolean;
  thinkingBudget?: number;
  thinkingLevel?: 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH';
};
export type WireGeneration = {
  candidateCount?: number;
  stopSequences?: string[];
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  responseLogprobs?: boolean;
  logprobs?: number;
  responseMimeType?: string;
  responseSchema?: WireSchema;
  responseJsonSchema?: JsonObject;
  thinkingConfig?: WireThinking;
};

export type RequestBody<
  Item extends JsonObject = JsonObject,
  Tool extends JsonObject = JsonObject,
> = {
  contents: WireContent<Item>[];
  systemInstruction?: { parts: Item[] };
  tools?: Tool[];
  toolConfig?: WireToolConfig;
  generationConfig?: WireGeneration;
  serviceTier?: 'flex' | 'priority';
  labels?: Record<string, string>;
};

export type WireCitation = {
  uri?: string;
  title?: string;
  startIndex?: number;
  endIndex?: number;
};
export type WireTokenChance = { token: string; logProbability: number };
export type WireLogprobs = {
  chosenCandidates: WireTokenChance[];
  topCandidates: { candidates: WireTokenChance[] }[];
};
export type WireCandidate<Item extends JsonObject = JsonObject> = {
  content: { role: 'model'; parts: Item[] };
  finishReason?: WireFinishReason;
  index: number;
  /** The name on the wire of the Gemini API; its clients show it as `citations`, which is that of Vertex AI. */
  citationMetadata?: { citationSources: WireCitation[] };
  logprobsResult?: WireLogprobs;
};
export type WireModalityCount = { modality: 'AUDIO' | 'IMAGE' | 'VIDEO'; tokenCount: number };
export type WireUsage = {
  promptTokenCount: number;
  candidatesTokenCount: number;
  totalTokenCount: number;
  cachedContentTokenCount?: number;
  thoughtsTokenCount?: number;
  promptTokensDetails?: WireModalityCount[];
  candidatesTokensDetails?: WireModalityCount[];
  serviceTier?: 'flex' | 'priority' | 'standard';
};
/** A whole reply, and also each chunk of a stream. */
export type Reply<Item extends JsonObject = JsonObject> = {
  candidates: WireCandidate<Item>[];
  usageMetadata?: WireUsage;
  promptFeedback?: { blockReason: BlockReason };
  modelVersion: string;
  responseId: string;
};

export type ErrorBody = {
  error: { code: number; message: string; status: string; details?: JsonObject[] };
};
