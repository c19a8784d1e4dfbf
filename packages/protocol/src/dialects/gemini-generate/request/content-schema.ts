import * as z from 'zod';
import { flag, jsonObject, jsonValue, listOf, text } from '../schema-values.ts';

/* Contents and parts, as of `@google/genai` 3.1.0 `Content` and `Part`. Unknown fields pass. */

const blob = z.looseObject({ mimeType: z.string(), data: z.string(), displayName: text });
const file = z.looseObject({ fileUri: z.string().min(1), mimeType: text, displayName: text });

const functionCall = z.looseObject({
  id: text,
  name: z.string().min(1),
  args: jsonObject.nullish(),
});

const functionResponse = z
  .looseObject({
    id: text,
    name: text,
    response: jsonValue.optional(),
    parts: listOf(z.looseObject({ inlineData: blob.nullish(), fileData: file.nullish() })),
  })
  .refine(({ id, name }) => Boolean(id) || Boolean(name), { error: 'must have a name or an id' });

const partFields = {
  text,
  thought: flag,
  thoughtSignature: text,
  inlineData: blob.nullish(),
  fileData: file.nullish(),
  functionCall: functionCall.nullish(),
  functionResponse: functionResponse.nullish(),
  executableCode: jsonObject.nullish(),
  codeExecutionResult: jsonObject.nullish(),
  toolCall: jsonObject.nullish(),
  toolResponse: jsonObject.nullish(),
  videoMetadata: jsonObject.nullish(),
};

const part = z.looseObject(partFields);

export const content = z.looseObject({
  role: z.enum(['user', 'model', 'function', '']).nullish(),
  parts: listOf(part),
});

/** Instructions have no role of their own; whatever stands there says nothing. */
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
