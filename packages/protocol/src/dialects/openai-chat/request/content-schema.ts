// The zod schemas of content in Chat Completions requests, for `schema.ts` and the content decoder.
import * as z from 'zod/mini';
import { closedUnion, lenient, openUnion } from '../../../shared/schema.ts';
import { jsonObject, jsonValue, text } from '../../../shared/schema-values.ts';

/*
 * The messages of a request, as of `openai` 7.55.0 resources/chat/completions, and what compatible servers
 * add. Objects are loose: unknown fields are accepted.
 */

/** Cache marks: OpenAI's own, and the one that routers adopted from Anthropic Messages. */
export const cacheMarks = {
  prompt_cache_breakpoint: z.nullish(z.looseObject({ mode: z.string(), ttl: text })),
  cache_control: z.nullish(z.looseObject({ type: z.string(), ttl: text })),
};

const address = z.union([z.looseObject({ url: z.string(), detail: text }), z.string()]);

const textPart = z.looseObject({ type: z.literal('text'), text: z.string(), ...cacheMarks });
const imagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: address,
  ...cacheMarks,
});
const videoPart = z.looseObject({
  type: z.literal('video_url'),
  video_url: address,
  ...cacheMarks,
});
const audioPart = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string(), format: z.string() }),
  ...cacheMarks,
});
const filePart = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: text,
    file_id: text,
    filename: text,
  }),
  ...cacheMarks,
});
const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

const contentPart = openUnion([textPart, imagePart, videoPart, audioPart, filePart, refusalPart]);
const content = z.union([z.string(), z.array(contentPart)]);

export type ContentPartInput = z.infer<typeof contentPart>;
export type ContentInput = z.infer<typeof content>;
export type AddressInput = z.infer<typeof address>;
export type FileInput = z.infer<typeof filePart>['file'];

const callFunction = z.looseObject({
  name: z.string(),
  arguments: z.nullish(z.union([z.string(), jsonObject])),
});

const toolCall = z
  .looseObject({
    id: text,
    type: text,
    function: z.nullish(callFunction),
    custom: z.nullish(z.looseObject({ name: z.string(), input: text })),
    extra_content: z.nullish(jsonObject),
  })
  .check(
    z.refine((call) => Boolean(call.function ?? call.custom), {
      error: 'must hold a function or a custom call',
    }),
  );

export type ToolCallInput = z.infer<typeof toolCall>;

/** One entry of `reasoning_details`, the form in which routers send reasoning and its state. */
export const reasoningDetail = z.looseObject({
  type: text,
  text,
  summary: text,
  signature: text,
  data: text,
  index: z.nullish(z.number()),
});

export type ReasoningDetail = z.infer<typeof reasoningDetail>;

/** The fields in which compatible servers send reasoning; at most one of them is read. */
export const reasoningFields = {
  reasoning_content: text,
  reasoning: text,
  reasoning_details: z.nullish(z.array(reasoningDetail)),
};

const name = text;

const talkMessage = z.looseObject({
  role: z.literal(['system', 'developer', 'user']),
  content,
  name,
});
/** An image that a model generated, in replies and in histories. */
export const madeImage = z.looseObject({
  image_url: lenient(z.looseObject({ url: z.string() })),
});

const assistantMessage = z.looseObject({
  role: z.literal('assistant'),
  content: z.nullish(content),
  name,
  refusal: text,
  audio: z.optional(jsonValue),
  tool_calls: z.nullish(z.array(toolCall)),
  function_call: z.nullish(callFunction),
  images: lenient(z.array(madeImage)),
  ...reasoningFields,
});
const toolMessage = z.looseObject({
  role: z.literal('tool'),
  content: z.nullish(content),
  tool_call_id: text,
  ...cacheMarks,
});
const functionMessage = z.looseObject({
  role: z.literal('function'),
  content: z.nullish(content),
  name: z.string(),
});

export const message = closedUnion('role', [
  talkMessage,
  assistantMessage,
  toolMessage,
  functionMessage,
]);

export type MessageInput = z.infer<typeof message>;
export type TalkInput = z.infer<typeof talkMessage>;
export type AssistantInput = z.infer<typeof assistantMessage>;
export type ToolMessageInput = z.infer<typeof toolMessage>;
export type FunctionMessageInput = z.infer<typeof functionMessage>;
