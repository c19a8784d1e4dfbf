import * as z from 'zod';
import { jsonObject, jsonValue, listOf, text } from '../schema-values.ts';

/* Tools and their choice, as of `@google/genai` 3.1.0 `Tool` and `ToolConfig`. */

const declaration = z.looseObject({
  name: z.string().min(1),
  description: text,
  parameters: jsonObject.nullish(),
  parametersJsonSchema: jsonValue.optional(),
});

const tool = z.looseObject({ functionDeclarations: listOf(declaration) });

export const tools = listOf(tool);

export const toolConfig = z.looseObject({
  functionCallingConfig: z
    .looseObject({ mode: text, allowedFunctionNames: z.array(z.string()).nullish() })
    .nullish(),
});

export type ToolInput = z.infer<typeof tool>;
export type DeclarationInput = z.infer<typeof declaration>;
export type ToolConfigInput = z.infer<typeof toolConfig>;
