// The zod schemas of content in Gemini generateContent requests, for `schema.ts` and the content decoder.
import * as z from 'zod/mini';
import { listOf } from '../schema-values.ts';
import { flag, jsonObject, jsonValue, nonEmpty, text } from '../../../shared/schema-values.ts';

/* Contents and parts, as of `@google/genai` 3.1.0 `Content` and `Part`. Unknown fields are accepted. */

const blob = z.looseObject({ mimeType: z.string(), data: z.string(), displayName: text });
const file = z.looseObject({
  fileUri: nonEmpty,
  mimeType: text,
  displayName: text,
});

const functionCall = z.looseObject({
  id: text,
  name: nonEmpty,
  args: z.nullish(jsonObject),
});

const functionResponse = z
  .looseObject({
    id: text,
    name: text,
    response: z.optional(jsonValue),
    parts: listOf(z.looseObject({ inlineData: z.nullish(blob), fileData: z.nullish(file) })),
  })
  .check(
    z.refine(({ id, name }) => Boolean(id) || Boolean(name), {
      error: 'must have a name or an id',
    }),
  );

const partFields = {
  text,
  thought: flag,
  thoughtSignature: text,
  inlineData: z.nullish(blob),
  fileData: z.nullish(file),
  functionCall: z.nullish(functionCall),
  functionResponse: z.nullish(functionResponse),
  executableCode: z.nullish(jsonObject),
  codeExecutionResult: z.nullish(jsonObject),
  toolCall: z.nullish(jsonObject),
  toolResponse: z.nullish(jsonObject),
  videoMetadata: z.nullish(jsonObject),
};

const part = z.looseObject(partFields);

export const content = z.looseObject({
  role: z.nullish(z.literal(['user', 'model', 'function', ''])),
  parts: listOf(part),
});

/** Instructions have no role of their own; any role is accepted and ignored. */
const instruction = z.looseObject({ ...partFields, role: text, parts: listOf(part) });

export const systemInstruction = z.union([
  z.string(),
  instruction,
  z.array(z.union([z.string(), instruction])),
]);

export type PartInput = z.infer<typeof part>;
export type ContentInput = z.infer<typeof content>;
export type InstructionInput = z.infer<typeof systemInstruction>;
export type BlobInput = z.infer<typeof blob>;
export type FileInput = z.infer<typeof file>;
export type CallInput = z.infer<typeof functionCall>;
export type ResponseInput = z.infer<typeof functionResponse>;
