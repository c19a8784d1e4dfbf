// The zod schemas of Anthropic Messages replies, for the reply decoder and the stream decoder.
import * as z from 'zod/mini';
import { openUnion, looseObject } from '../../../shared/schema.ts';

/*
 * Replies of upstreams, validated as loosely as decoding allows: compatible servers omit fields, send null
 * for them, or send unknown types.
 */

const counts = looseObject({});

const answerBlock = looseObject({ type: z.string() });

export const replySchema = looseObject({
  type: z.nullish(z.literal('message')),
  id: z.nullish(z.string()),
  model: z.nullish(z.string()),
  content: z.nullable(z.array(answerBlock)),
  stop_reason: z.nullish(z.string()),
  stop_sequence: z.nullish(z.string()),
  stop_details: z.nullish(looseObject({ explanation: z.nullish(z.string()) })),
  usage: z.nullish(counts),
});

const index = z.int().check(z.minimum(0));

const blockDelta = openUnion([
  looseObject({ type: z.literal('text_delta'), text: z.string() }),
  looseObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  looseObject({ type: z.literal('thinking_delta'), thinking: z.string() }),
  looseObject({ type: z.literal('signature_delta'), signature: z.string() }),
  looseObject({ type: z.literal('citations_delta'), citation: looseObject({}) }),
  looseObject({ type: z.literal('compaction_delta'), content: z.nullish(z.string()) }),
]);

export const streamEvent = openUnion([
  looseObject({
    type: z.literal('message_start'),
    message: looseObject({
      id: z.nullish(z.string()),
      model: z.nullish(z.string()),
      usage: z.nullish(counts),
    }),
  }),
  looseObject({ type: z.literal('content_block_start'), index, content_block: answerBlock }),
  looseObject({ type: z.literal('content_block_delta'), index, delta: blockDelta }),
  looseObject({ type: z.literal('content_block_stop'), index }),
  looseObject({
    type: z.literal('message_delta'),
    delta: z.nullish(
      looseObject({
        stop_reason: z.nullish(z.string()),
        stop_sequence: z.nullish(z.string()),
        stop_details: z.nullish(looseObject({ explanation: z.nullish(z.string()) })),
      }),
    ),
    usage: z.nullish(counts),
  }),
  looseObject({ type: z.literal('message_stop') }),
  looseObject({ type: z.literal('ping') }),
  looseObject({ type: z.literal('error') }),
]);

export type AnswerBlockInput = z.output<typeof answerBlock>;
export type ReplyInput = z.output<typeof replySchema>;
export type BlockDeltaInput = z.output<typeof blockDelta>;
export type StreamEventInput = z.output<typeof streamEvent>;
