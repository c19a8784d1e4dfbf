// The zod schemas of Responses replies, for the reply decoder and the stream decoder.
import * as z from 'zod/mini';
import { lenient } from '../../../shared/schema.ts';
import { jsonObject } from '../../../shared/schema-values.ts';

/*
 * Replies of upstreams, whole and in events. Far more is accepted than the official types allow: a field of
 * the wrong type is treated as absent, so that one invalid field does not invalidate the whole reply.
 */

const text = lenient(z.string());

export const replyPart = z.looseObject({
  type: text,
  text,
  refusal: text,
  transcript: text,
  annotations: lenient(z.array(jsonObject)),
  logprobs: lenient(z.array(jsonObject)),
});

export const outputItem = z.looseObject({
  type: z.string(),
  id: text,
  role: text,
  phase: text,
  content: lenient(z.array(replyPart)),
  summary: lenient(z.array(replyPart)),
  encrypted_content: text,
  call_id: text,
  name: text,
  namespace: text,
  arguments: lenient(z.union([z.string(), jsonObject])),
  input: text,
  result: text,
  output_format: text,
});

const replyError = z.looseObject({ code: text, message: text });

export const replySchema = z.looseObject({
  id: text,
  model: text,
  status: text,
  created_at: lenient(z.number()),
  service_tier: text,
  error: lenient(replyError),
  incomplete_details: lenient(z.looseObject({ reason: text })),
  output: z.array(outputItem),
  usage: lenient(jsonObject),
});

/** The reply inside an event: some servers omit its output until it is complete. */
export const eventReplySchema = z.looseObject({
  ...replySchema.shape,
  output: lenient(z.array(outputItem)),
});

export type ReplyInput = z.output<typeof replySchema>;
export type OutputItemInput = z.output<typeof outputItem>;
export type ReplyPartInput = z.output<typeof replyPart>;
export type EventReplyInput = z.output<typeof eventReplySchema>;
