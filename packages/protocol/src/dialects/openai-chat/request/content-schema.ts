import * as z from 'zod';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { isJsonObject } from '../../../json/value.ts';

/*
 * The messages of a request, as of `openai` 7.55.0 resources/chat/completions, together with what
 * compatible servers add. Objects are loose: fields nobody here knows pass.
 */

/** A JSON object that is taken over whole, without looking inside. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, { error: 'must be an object' });
const jsonValue = z.custom<JsonValue>(() => true);

/** Cache marks: OpenAI's own, and the one that routers took over from the messages dialect. */
export const cacheMarks = {
  prompt_cache_breakpoint: z.looseObject({ mode: z.string(), ttl: z.string().nullish() }).nullish(),
  cache_control: z.looseObject({ type: z.string(), ttl: z.string().nullish() }).nullish(),
};

const address = z.union([
  z.looseObject({ url: z.string(), detail: z.string().nullish() }),
  z.string(),
]);

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
    file_data: z.string().nullish(),
    file_id: z.string().nullish(),
    filename: z.string().nullish(),
  }),
  ...cacheMarks,
});
const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

const knownPart = z.discriminatedUnion('type', [
  textPart,
  imagePart,
  videoPart,
  audioPart,
  filePart,
  refusalPart,
]);
const knownPartTypes: ReadonlySet<string> = new Set(
  knownPart.options.map((option) => option.shape.type.value),
);
const otherPart = z.looseObject({
  // Aborting lets the union report what is wrong with the known part instead.
  type: z.string().refine((type) => !knownPartTypes.has(type), { abort: true }),
});
const contentPart = z.union([knownPart, otherPart]);
const content = z.union([z.string(), z.array(contentPart)]);

export type ContentPartInput = z.infer<typeof contentPart>;
export type KnownContentPart = z.infer<typeof knownPart>;
export type ContentInput = z.infer<typeof content>;

/** Tells the part types this package knows from those it only carries along. */
export function isKnownPart(part: ContentPartInput): part is KnownContentPart {
  return knownPartTypes.has(part.type);
}

const callFunction = z.looseObject({
  name: z.string(),
  arguments: z.union([z.string(), jsonObject]).nullish(),
});

const toolCall = z
  .looseObject({
    id: z.string().nullish(),
    type: z.string().nullish(),
    function: callFunction.nullish(),
    custom: z.looseObject({ name: z.string(), input: z.string().nullish() }).nullish(),
    extra_content: jsonObject.nullish(),
  })
  .refine((call) => Boolean(call.function ?? call.custom), {
    error: 'must hold a function or a custom call',
  });

export type ToolCallInput = z.infer<typeof toolCall>;

/** One entry of `reasoning_details`, the form in which routers carry reasoning and its state. */
export const reasoningDetail = z.looseObject({
  type: z.string().nullish(),
  text: z.string().nullish(),
  summary: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
  index: z.number().nullish(),
});

export type ReasoningDetail = z.infer<typeof reasoningDetail>;

/** Where compatible servers put reasoning; at most one of them is read. */
export const reasoningFields = {
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_details: z.array(reasoningDetail).nullish(),
};

const name = z.string().nullish();

const systemMessage = z.looseObject({ role: z.literal('system'), content, name });
const developerMessage = z.looseObject({ role: z.literal('developer'), content, name });
const userMessage = z.looseObject({ role: z.literal('user'), content, name });
/** An image that a model made; answers and histories hold it alike. */
export const madeImage = z.looseObject({
  image_url: z.looseObject({ url: z.string() }).nullish().catch(undefined),
});

const assistantMessage = z.looseObject({
  role: z.literal('assistant'),
  content: content.nullish(),
  name,
  refusal: z.string().nullish(),
  audio: jsonValue.optional(),
  tool_calls: z.array(toolCall).nullish(),
  function_call: callFunction.nullish(),
  images: z.array(madeImage).nullish().catch(undefined),
  ...reasoningFields,
});
const toolMessage = z.looseObject({
  role: z.literal('tool'),
  content: content.nullish(),
  tool_call_id: z.string().nullish(),
  ...cacheMarks,
});
const functionMessage = z.looseObject({
  role: z.literal('function'),
  content: content.nullish(),
  name: z.string(),
});

export const message = z.discriminatedUnion('role', [
  systemMessage,
  developerMessage,
  userMessage,
  assistantMessage,
  toolMessage,
  functionMessage,
]);

export type MessageInput = z.infer<typeof message>;
export type AssistantInput = z.infer<typeof assistantMessage>;
export type ToolMessageInput = z.infer<typeof toolMessage>;
export type FunctionMessageInput = z.infer<typeof functionMessage>;
