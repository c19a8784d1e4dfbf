import * as z from 'zod';
import { GatewayError } from '../../../canonical/error.ts';
import { findFault } from '../../../shared/request-error.ts';
import { flag, fromSingle, jsonObject, jsonValue, listOf, number, text } from '../schema-values.ts';
import { content, systemInstruction } from './content-schema.ts';
import { toolConfig, tools } from './tools-schema.ts';

/*
 * The body of `models/{model}:generateContent` in camel case, as of `@google/genai` 3.1.0. Ranges are
 * the vendor's; words whose lists grow are not checked, so that new ones reach the upstream.
 */

const thinkingConfig = z.looseObject({
  includeThoughts: flag,
  thinkingBudget: number(z.number().int().min(-1)),
  thinkingLevel: text,
});

const responseFormat = z.looseObject({
  text: z.looseObject({ mimeType: text, schema: jsonValue.optional() }).nullish(),
});

const generationConfig = z.looseObject({
  candidateCount: number(z.number().int().min(1)),
  stopSequences: z.array(z.string()).nullish(),
  maxOutputTokens: number(z.number().int().min(1)),
  temperature: number(z.number().min(0).max(2)),
  topP: number(z.number().min(0).max(1)),
  topK: number(z.number().min(0)),
  seed: number(z.number().int()),
  presencePenalty: number(z.number().min(-2).max(2)),
  frequencyPenalty: number(z.number().min(-2).max(2)),
  responseLogprobs: flag,
  logprobs: number(z.number().int().min(0).max(20)),
  responseMimeType: text,
  responseSchema: jsonObject.nullish(),
  responseJsonSchema: jsonValue.optional(),
  responseFormat: listOf(responseFormat),
  thinkingConfig: thinkingConfig.nullish(),
  responseModalities: z.array(z.string()).nullish(),
  mediaResolution: text,
  speechConfig: jsonObject.nullish(),
});

const safetySetting = z.looseObject({ category: text, threshold: text });

export const requestSchema = z.looseObject({
  contents: z.preprocess(fromSingle, z.array(content).min(1)),
  systemInstruction: systemInstruction.nullish(),
  tools,
  toolConfig: toolConfig.nullish(),
  generationConfig: generationConfig.nullish(),
  safetySettings: listOf(safetySetting),
  cachedContent: text,
  labels: z.record(z.string(), z.string()).nullish(),
  serviceTier: text,
  store: flag,
});

export type RequestInput = z.infer<typeof requestSchema>;
export type GenerationInput = z.infer<typeof generationConfig>;

/** Tells the caller which field of a request is wrong, in one sentence; the field in camel case. */
export function toRequestError(error: z.ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const place = param === '' ? 'The request body' : `Invalid value at '${param}': it`;
  return new GatewayError('invalid-request', `${place} ${fault}.`, {
    ...(param !== '' && { param }),
    reason: isMissing ? 'missing_field' : 'invalid_field',
  });
}
