import * as z from 'zod';
import type { JsonValue } from '../../../json/value.ts';
import { jsonObject, madeImage, reasoningDetail } from '../request/content-schema.ts';

/*
 * What upstreams answer, whole and in chunks. Far more is accepted than the official types say: a
 * field of the wrong kind reads as absent, because one odd field must not cost the whole answer.
 */

const anyValue = z.custom<JsonValue>(() => true);

/** Reads a field of the wrong kind as absent. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined);
}

const text = lenient(z.string());

const callFunction = lenient(
  z.looseObject({ name: text, arguments: lenient(z.union([z.string(), jsonObject])) }),
);
const customCall = lenient(z.looseObject({ name: text, input: text }));

const replyCall = z.looseObject({
  index: lenient(z.number().int().min(0)),
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
      start_index: lenient(z.number()),
      end_index: lenient(z.number()),
    }),
  ),
});

/** Some servers write content as a list of parts, with thinking among them. */
const contentPart = z.looseObject({
  type: text,
  text,
  refusal: text,
  thinking: lenient(z.union([z.string(), z.array(z.looseObject({ text }))])),
});

/** A whole message and a delta hold the same fields. */
export const replyMessage = z.looseObject({
  content: lenient(z.union([z.string(), z.array(contentPart)])),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: lenient(z.array(reasoningDetail)),
  tool_calls: lenient(z.array(replyCall)),
  function_call: callFunction,
  annotations: lenient(z.array(annotation)),
  images: lenient(z.array(madeImage)),
  audio: lenient(z.looseObject({ transcript: text, data: text })),
});

const replyChoice = z.looseObject({
  index: lenient(z.number().int().min(0).max(127)),
  message: lenient(replyMessage),
  finish_reason: text,
  // Which stop string was met: vLLM and SGLang say so.
  stop_reason: lenient(z.string()),
  matched_stop: lenient(z.string()),
  logprobs: anyValue.optional(),
});

export const replySchema = z.looseObject({
  id: text,
  model: text,
  created: lenient(z.number()),
  service_tier: text,
  system_fingerprint: text,
  choices: z.array(replyChoice).min(1),
  usage: lenient(jsonObject),
});

const chunkChoice = replyChoice.extend({ delta: lenient(replyMessage) });

export const chunkSchema = z.looseObject({
  id: text,
  model: text,
  service_tier: text,
  choices: lenient(z.array(chunkChoice)),
  error: anyValue.optional(),
});

export type ReplyInput = z.infer<typeof replySchema>;
export type ReplyChoiceInput = z.infer<typeof replyChoice>;
export type ReplyMessageInput = z.infer<typeof replyMessage>;
export type ReplyCallInput = z.infer<typeof replyCall>;
export type AnnotationInput = z.infer<typeof annotation>;
export type ChunkInput = z.infer<typeof chunkSchema>;
export type ChunkChoiceInput = z.infer<typeof chunkChoice>;
