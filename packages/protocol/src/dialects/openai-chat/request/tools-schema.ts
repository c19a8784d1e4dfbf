import * as z from 'zod';
import { functionShownBy } from '../../../shared/openai/untyped-function.ts';
import { cacheMarks, jsonObject } from './content-schema.ts';

/* Tools and their choice, the two generations of the format side by side. */

const functionDefinition = z.looseObject({
  name: z.string().min(1),
  description: z.string().nullish(),
  parameters: jsonObject.nullish(),
  strict: z.boolean().nullish(),
});

const functionTool = z.looseObject({
  type: z.literal('function'),
  function: functionDefinition,
  ...cacheMarks,
});
const customTool = z.looseObject({
  type: z.literal('custom'),
  custom: z.looseObject({
    name: z.string().min(1),
    description: z.string().nullish(),
    format: jsonObject.nullish(),
  }),
});
const knownTool = z.discriminatedUnion('type', [functionTool, customTool]);
const otherTool = z.looseObject({
  type: z.string().refine((type) => type !== 'function' && type !== 'custom', { abort: true }),
});

const nameFunction = functionShownBy('function');
export const tools = z.array(z.preprocess(nameFunction, z.union([knownTool, otherTool])));
export const functions = z.array(functionDefinition);

export type ToolInput = z.infer<typeof tools>[number];
export type KnownToolInput = z.infer<typeof knownTool>;
export type FunctionInput = z.infer<typeof functionDefinition>;

/** Tells the caller's own tools from those that a provider runs. */
export function isKnownTool(tool: ToolInput): tool is KnownToolInput {
  return tool.type === 'function' || tool.type === 'custom';
}

const named = z.looseObject({ name: z.string().min(1) });
const namedFunction = z.looseObject({ type: z.literal('function'), function: named });
const namedCustom = z.looseObject({ type: z.literal('custom'), custom: named });
const allowedTools = z.looseObject({
  type: z.literal('allowed_tools'),
  allowed_tools: z.looseObject({
    mode: z.enum(['auto', 'required']),
    tools: z.array(jsonObject),
  }),
});

const choice = z.discriminatedUnion('type', [namedFunction, namedCustom, allowedTools]);

/** Words that are not known, such as `validated`, go to an upstream of this format as they are. */
export const toolChoice = z.union([z.string().min(1), z.preprocess(nameFunction, choice)]);
export const functionCallChoice = z.union([z.enum(['none', 'auto']), named]);

export type ToolChoiceInput = z.infer<typeof toolChoice>;
export type FunctionChoiceInput = z.infer<typeof functionCallChoice>;
