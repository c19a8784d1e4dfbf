// The zod schemas of tools in Gemini generateContent requests, for `schema.ts` and the tools decoder.
import * as z from 'zod/mini';
import { looseObject } from '../../../shared/schema.ts';
import { jsonObject, jsonValue, listOf, text } from '../schema-values.ts';

/* Tools and tool choice, as of `@google/genai` 3.1.0 `Tool` and `ToolConfig`. */

const declaration = looseObject({
  name: z.string().check(z.minLength(1)),
  description: text,
  parameters: z.nullish(jsonObject),
  parametersJsonSchema: z.optional(jsonValue),
});

const tool = looseObject({ functionDeclarations: listOf(declaration) });

export const tools = listOf(tool);

export const toolConfig = looseObject({
  functionCallingConfig: z.nullish(
    looseObject({ mode: text, allowedFunctionNames: z.nullish(z.array(z.string())) }),
  ),
});

export type ToolInput = z.infer<typeof tool>;
export type DeclarationInput = z.infer<typeof declaration>;
export type ToolConfigInput = z.infer<typeof toolConfig>;
