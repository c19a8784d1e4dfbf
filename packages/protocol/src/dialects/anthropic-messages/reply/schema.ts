// The zod schemas of Anthropic Messages replies, for the reply decoder and the stream decoder.
import * as z from 'zod/mini';
import { lenient, openUnion, wholeNumber } from '../../../shared/schema.ts';

/*
 * Replies of upstreams, validated as loosely as decoding allows: compatible servers omit fields, send null
 * for them, or send unknown types. A field of the wrong type is treated as absent, so that one invalid field
 * does not invalidate the whole reply or event.
 */

const text = lenient(z.string());
const counts = lenient(z.looseObject({}));
const stopDetails = lenient(z.looseObject({ explanation: text }));

const replyBlock = z.looseObject({ type: z.string() });

export const replySchema = z.looseObject({
  type: z.nullish(z.literal('message')),
  id: text,
  model: text,
  content: z.nullable(z.array(replyBlock)),
  stop_reason: text,
  stop_sequence: text,
  stop_details: stopDetails,
  usage: counts,
});

/** Some servers omit it: then blocks follow one another. */
const index = lenient(wholeNumber(0));

const blockDelta = openUnion([
  z.looseObject({ type: z.literal('text_delta'), text: z.string() }),
  z.looseObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.looseObject({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.looseObject({ type: z.literal('signature_delta'), signature: z.string() }),
  z.looseObject({ type: z.literal('citations_delta'), citation: z.looseObject({}) }),
  z.looseObject({ type: z.literal('compaction_delta'), content: text }),
]);

export const streamEvent = openUnion([
  z.looseObject({
    type: z.literal('message_start'),
    message: z.looseObject({ id: text, model: text, usage: counts }),
  }),
  z.looseObject({ type: z.literal('content_block_start'), index, content_block: replyBlock }),
  z.looseObject({ type: z.literal('content_block_delta'), index, delta: blockDelta }),
  z.looseObject({ type: z.literal('content_block_stop'), index }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: lenient(
      z.looseObject({ stop_reason: text, stop_sequence: text, stop_details: stopDetails }),
    ),
    usage: counts,
  }),
  z.looseObject({ type: z.literal('message_stop') }),
  z.looseObject({ type: z.literal('ping') }),
  z.looseObject({ type: z.literal('error') }),
]);

export type ReplyBlockInput = z.output<typeof replyBlock>;
export type ReplyInput = z.output<typeof replySchema>;
export type BlockDeltaInput = z.output<typeof blockDelta>;
export type StreamEventInput = z.output<typeof streamEvent>;
