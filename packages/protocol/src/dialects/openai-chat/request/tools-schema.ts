// The zod schemas of tools in Chat Completions requests, for `schema.ts` and the tools decoder.
import * as z from 'zod/mini';
import { functionShownBy } from '../../../shared/openai/tools.ts';
import { looseObject } from '../../../shared/schema.ts';
import { cacheMarks, jsonObject } from './content-schema.ts';

/* Tools and tool choice, in both generations of the format. */

const functionDefinition = looseObject({
  name: z.string().check(z.minLength(1)),
  description: z.nullish(z.string()),
  parameters: z.nullish(jsonObject),
  strict: z.nullish(z.boolean()),
});

const functionTool = looseObject({
  type: z.literal('function'),
  function: functionDefinition,
  ...cacheMarks,
});
const customTool = looseObject({
  type: z.literal('custom'),
  custom: looseObject({
    name: z.string().check(z.minLength(1)),
    description: z.nullish(z.string()),
    format: z.nullish(jsonObject),
  }),
});
const knownTool = z.discriminatedUnion('type', [functionTool, customTool]);
const otherTool = looseObject({
  type: z
    .string()
    .check(z.refine((type) => type !== 'function' && type !== 'custom', { abort: true })),
});

const nameFunction = functionShownBy('function');
export const tools = z.array(z.pipe(z.transform(nameFunction), z.union([knownTool, otherTool])));
export const functions = z.array(functionDefinition);

export type ToolInput = z.infer<typeof tools>[number];
export type KnownToolInput = z.infer<typeof knownTool>;
export type FunctionInput = z.infer<typeof functionDefinition>;

/** True for the client's own tools; false for those that a provider runs. */
export function isKnownTool(tool: ToolInput): tool is KnownToolInput {
  return tool.type === 'function' || tool.type === 'custom';
}

const named = looseObject({ name: z.string().check(z.minLength(1)) });
const namedFunction = looseObject({ type: z.literal('function'), function: named });
const namedCustom = looseObject({ type: z.literal('custom'), custom: named });
const allowedTools = looseObject({
  type: z.literal('allowed_tools'),
  allowed_tools: looseObject({
    mode: z.enum(['auto', 'required']),
    tools: z.array(jsonObject),
  }),
});

const choice = z.discriminatedUnion('type', [namedFunction, namedCustom, allowedTools]);

/** Unknown values, such as `validated`, are forwarded unchanged to an upstream of this format. */
export const toolChoice = z.union([
  z.string().check(z.minLength(1)),
  z.pipe(z.transform(nameFunction), choice),
]);
export const functionCallChoice = z.union([z.enum(['none', 'auto']), named]);

export type ToolChoiceInput = z.infer<typeof toolChoice>;
export type FunctionChoiceInput = z.infer<typeof functionCallChoice>;
