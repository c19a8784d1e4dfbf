// The zod schemas of Chat Completions replies, for the reply decoder and the stream decoder.
import * as z from 'zod/mini';
import type { JsonValue } from '../../../json/value.ts';
import { lenient, lenientList, wholeNumber } from '../../../shared/schema.ts';
import { madeImage, reasoningDetail } from '../request/content-schema.ts';
import { jsonObject } from '../../../shared/schema-values.ts';

/*
 * Replies of upstreams, whole and in chunks. Far more is accepted than the official types allow: a field of
 * the wrong type is treated as absent, so that one invalid field does not invalidate the whole reply.
 */

const anyValue = z.custom<JsonValue>(() => true);

const text = lenient(z.string());

const callFunction = lenient(
  z.looseObject({ name: text, arguments: lenient(z.union([z.string(), jsonObject])) }),
);
const customCall = lenient(z.looseObject({ name: text, input: text }));

const replyCall = z.looseObject({
  index: lenient(wholeNumber(0)),
  id: text,
  type: text,
  function: callFunction,
  custom: customCall,
  extra_content: lenient(jsonObject),
});

const annotation = z.looseObject({
  type: text,
  url_citation: lenient(
    z.looseObject({
      url: z.string(),
      title: text,
      // The cited text, as OpenRouter gives it.
      content: text,
      start_index: lenient(z.number()),
      end_index: lenient(z.number()),
    }),
  ),
});

/** Some servers write content as a list of parts, which may include reasoning, a refusal and images. */
const contentPart = z.looseObject({
  ...madeImage.shape,
  type: text,
  text,
  refusal: text,
  thinking: lenient(z.union([z.string(), z.array(z.looseObject({ text }))])),
});

/** A whole message and a delta have the same fields. */
const replyMessage = z.looseObject({
  content: lenient(z.union([z.string(), z.array(contentPart)])),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: lenient(z.array(reasoningDetail)),
  tool_calls: lenientList(replyCall),
  function_call: callFunction,
  annotations: lenientList(annotation),
  images: lenientList(madeImage),
  audio: lenient(z.looseObject({ transcript: text, data: text })),
});

/** The sources of a search, as Perplexity lists them beside the choices. */
const searchSources = {
  search_results: lenient(z.array(z.looseObject({ url: text, title: text }))),
  citations: lenient(z.array(z.string())),
};

const replyChoice = z.looseObject({
  index: lenient(wholeNumber(0, 127)),
  message: lenient(replyMessage),
  finish_reason: text,
  // The stop string that was generated, as vLLM and SGLang report it.
  stop_reason: lenient(z.string()),
  matched_stop: lenient(z.string()),
  logprobs: z.optional(anyValue),
});

export const replySchema = z.looseObject({
  id: text,
  model: text,
  created: lenient(z.number()),
  service_tier: text,
  system_fingerprint: text,
  choices: z.array(replyChoice).check(z.minLength(1)),
  usage: lenient(jsonObject),
  ...searchSources,
});

const chunkChoice = z.looseObject({ ...replyChoice.shape, delta: lenient(replyMessage) });

export const chunkSchema = z.looseObject({
  id: text,
  model: text,
  service_tier: text,
  choices: lenientList(chunkChoice),
  ...searchSources,
  error: z.optional(anyValue),
});

export type ReplyInput = z.infer<typeof replySchema>;
export type ReplyChoiceInput = z.infer<typeof replyChoice>;
export type ReplyMessageInput = z.infer<typeof replyMessage>;
export type ReplyCallInput = z.infer<typeof replyCall>;
export type AnnotationInput = z.infer<typeof annotation>;
export type ChunkInput = z.infer<typeof chunkSchema>;
export type ChunkChoiceInput = z.infer<typeof chunkChoice>;
