import * as z from 'zod';
import { openUnion } from '../../../shared/open-union.ts';

/*
 * What an upstream answers, checked as loosely as decoding allows: compatible servers leave fields
 * out, send null for them, or send kinds nobody has heard of.
 */

const counts = z.looseObject({});

const answerBlock = z.looseObject({ type: z.string() });

export const replySchema = z.looseObject({
  type: z.literal('message').nullish(),
  id: z.string().nullish(),
  model: z.string().nullish(),
  content: z.array(answerBlock).nullable(),
  stop_reason: z.string().nullish(),
  stop_sequence: z.string().nullish(),
  stop_details: z.looseObject({ explanation: z.string().nullish() }).nullish(),
  usage: counts.nullish(),
});

const index = z.int().min(0);

const blockDelta = openUnion([
  z.looseObject({ type: z.literal('text_delta'), text: z.string() }),
  z.looseObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.looseObject({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.looseObject({ type: z.literal('signature_delta'), signature: z.string() }),
  z.looseObject({ type: z.literal('citations_delta'), citation: z.looseObject({}) }),
  z.looseObject({ type: z.literal('compaction_delta'), content: z.string().nullish() }),
]);

export const streamEvent = openUnion([
  z.looseObject({
    type: z.literal('message_start'),
    message: z.looseObject({
      id: z.string().nullish(),
      model: z.string().nullish(),
      usage: counts.nullish(),
    }),
  }),
  z.looseObject({ type: z.literal('content_block_start'), index, content_block: answerBlock }),
  z.looseObject({ type: z.literal('content_block_delta'), index, delta: blockDelta }),
  z.looseObject({ type: z.literal('content_block_stop'), index }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z
      .looseObject({
        stop_reason: z.string().nullish(),
        stop_sequence: z.string().nullish(),
        stop_details: z.looseObject({ explanation: z.string().nullish() }).nullish(),
      })
      .nullish(),
    usage: counts.nullish(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
  z.looseObject({ type: z.literal('ping') }),
  z.looseObject({ type: z.literal('error') }),
]);

export type AnswerBlockInput = z.output<typeof answerBlock>;
export type ReplyInput = z.output<typeof replySchema>;
export type BlockDeltaInput = z.output<typeof blockDelta>;
export type StreamEventInput = z.output<typeof streamEvent>;
