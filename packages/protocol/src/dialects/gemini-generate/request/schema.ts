// The zod schema of Gemini generateContent requests with their tools, for the request decoder.
import * as z from 'zod/mini';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { listOf, fromSingle, number } from '../schema-values.ts';
import { GatewayError } from '../../../canonical/error.ts';
import { findFault } from '../../../shared/request-validation.ts';
import { recordOf, wholeNumber } from '../../../shared/schema.ts';
import { content, systemInstruction } from './content-schema.ts';
import { flag, jsonObject, jsonValue, nonEmpty, text } from '../../../shared/schema-values.ts';

/*
 * The body of `models/{model}:generateContent` in camel case, as of `@google/genai` 3.1.0. Ranges are the
 * vendor's. Values of growing lists are not validated, so that new ones reach the upstream.
 */

const declaration = z.looseObject({
  name: nonEmpty,
  description: text,
  parameters: z.nullish(jsonObject),
  parametersJsonSchema: z.optional(jsonValue),
});

const tool = z.looseObject({ functionDeclarations: listOf(declaration) });

export const tools = listOf(tool);

export const toolConfig = z.looseObject({
  functionCallingConfig: z.nullish(
    z.looseObject({ mode: text, allowedFunctionNames: z.nullish(z.array(z.string())) }),
  ),
});

const thinkingConfig = z.looseObject({
  includeThoughts: flag,
  thinkingBudget: number(wholeNumber(-1)),
  thinkingLevel: text,
});

const responseFormat = z.looseObject({
  text: z.nullish(z.looseObject({ mimeType: text, schema: z.optional(jsonValue) })),
});

const generationConfig = z.looseObject({
  candidateCount: number(wholeNumber(1)),
  stopSequences: z.nullish(z.array(z.string())),
  maxOutputTokens: number(wholeNumber(1)),
  temperature: number(z.number().check(z.minimum(0), z.maximum(2))),
  topP: number(z.number().check(z.minimum(0), z.maximum(1))),
  topK: number(z.number().check(z.minimum(0))),
  seed: number(wholeNumber()),
  presencePenalty: number(z.number().check(z.minimum(-2), z.maximum(2))),
  frequencyPenalty: number(z.number().check(z.minimum(-2), z.maximum(2))),
  responseLogprobs: flag,
  logprobs: number(wholeNumber(0, 20)),
  responseMimeType: text,
  responseSchema: z.nullish(jsonObject),
  responseJsonSchema: z.optional(jsonValue),
  responseFormat: listOf(responseFormat),
  thinkingConfig: z.nullish(thinkingConfig),
  responseModalities: z.nullish(z.array(z.string())),
  mediaResolution: text,
  speechConfig: z.nullish(jsonObject),
});

const safetySetting = z.looseObject({ category: text, threshold: text });

export const requestSchema = z.looseObject({
  contents: z.pipe(z.transform(fromSingle), z.array(content).check(z.minLength(1))),
  systemInstruction: z.nullish(systemInstruction),
  tools,
  toolConfig: z.nullish(toolConfig),
  generationConfig: z.nullish(generationConfig),
  safetySettings: listOf(safetySetting),
  cachedContent: text,
  labels: z.nullish(recordOf(z.string())),
  serviceTier: text,
  store: flag,
});

export type ToolInput = z.infer<typeof tool>;
export type DeclarationInput = z.infer<typeof declaration>;
export type ToolConfigInput = z.infer<typeof toolConfig>;
export type RequestInput = z.infer<typeof requestSchema>;
export type GenerationInput = z.infer<typeof generationConfig>;

/** Reports the invalid field of a request to the client, in one sentence, with the field in camel case. */
export function toRequestError(error: z.core.$ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const place = param === '' ? 'The request body' : `Invalid value at '${param}': it`;
  return new GatewayError('invalid-request', `${place} ${fault}.`, {
    ...omitUndefined({ param: param === '' ? undefined : param }),
    reason: isMissing ? 'missing_field' : 'invalid_field',
  });
}
