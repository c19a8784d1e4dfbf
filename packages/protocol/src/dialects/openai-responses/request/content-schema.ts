// The zod schemas of input items in Responses requests, for `schema.ts` and the content decoder.
import * as z from 'zod/mini';
import { isJsonObject } from '../../../json/value.ts';
import { lenient, openUnion } from '../../../shared/schema.ts';
import { foundToolsItem } from '../found-tools.ts';
import { tools } from './tools-schema.ts';
import { jsonObject, text } from '../../../shared/schema-values.ts';

/*
 * The items of `input`, as of `openai` 7.55.0 `ResponseInputItem`. Objects are loose: unknown fields and
 * types are accepted.
 */

const cacheMark = {
  prompt_cache_breakpoint: z.nullish(z.looseObject({ ttl: text })),
};

const contentPart = openUnion([
  z.looseObject({ type: z.literal('input_text'), text: z.string(), ...cacheMark }),
  z.looseObject({ type: z.literal('text'), text: z.string(), ...cacheMark }),
  z.looseObject({
    type: z.literal('input_image'),
    image_url: text,
    file_id: text,
    detail: text,
    ...cacheMark,
  }),
  z.looseObject({
    type: z.literal('input_file'),
    file_data: text,
    file_url: text,
    file_id: text,
    filename: text,
    ...cacheMark,
  }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.string() }),
    ...cacheMark,
  }),
  z.looseObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: lenient(z.array(jsonObject)),
  }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
]);

const content = z.union([z.string(), z.array(contentPart)]);

const message = z.looseObject({
  type: z.literal('message'),
  role: z.literal(['user', 'assistant', 'system', 'developer']),
  content,
  phase: text,
});

const thought = z.looseObject({ type: text, text: z.string() });

const reasoning = z.looseObject({
  type: z.literal('reasoning'),
  id: text,
  summary: z.nullish(z.array(thought)),
  content: z.nullish(z.array(thought)),
  encrypted_content: text,
});

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
  namespace: text,
});
const customCall = z.looseObject({
  type: z.literal('custom_tool_call'),
  call_id: z.string(),
  name: z.string(),
  input: z.string(),
  namespace: text,
});
const functionOutput = z.looseObject({
  type: z.literal('function_call_output'),
  // Only a call of a program that the vendor runs has none.
  call_id: text,
  output: content,
});
const customOutput = z.looseObject({
  type: z.literal('custom_tool_call_output'),
  call_id: z.string(),
  output: content,
});
const additionalTools = z.looseObject({ type: z.literal('additional_tools'), tools });
const foundTools = z.looseObject({ type: z.literal(foundToolsItem), tools: z.nullish(tools) });

const knownItem = openUnion([
  message,
  reasoning,
  functionCall,
  customCall,
  functionOutput,
  customOutput,
  additionalTools,
  foundTools,
]);

/** A message may omit its type, and so may a reference to a stored item. */
function nameType(item: unknown): unknown {
  if (!isJsonObject(item) || (item['type'] ?? null) !== null) return item;
  if ('role' in item) return { ...item, type: 'message' };
  return typeof item['id'] === 'string' ? { ...item, type: 'item_reference' } : item;
}

const item = z.pipe(z.transform(nameType), knownItem);

export const input = z.union([z.string(), z.array(item)]);

export type ContentPartInput = z.output<typeof contentPart>;
export type ContentInput = z.output<typeof content>;
export type ItemInput = z.output<typeof item>;
export type MessageInput = z.output<typeof message>;
export type ReasoningInput = z.output<typeof reasoning>;
export type FunctionCallInput = z.output<typeof functionCall>;
export type CustomCallInput = z.output<typeof customCall>;
export type CallOutputInput = z.output<typeof functionOutput> | z.output<typeof customOutput>;
