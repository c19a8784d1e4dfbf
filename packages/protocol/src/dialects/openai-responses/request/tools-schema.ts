import * as z from 'zod';
import { openUnion } from '../../../shared/open-union.ts';
import { functionShownBy } from '../../../shared/openai/untyped-function.ts';

/* Tools and their choice, as of `openai` 7.55.0 `Tool` and `ToolChoice…`. */

const functionTool = z.looseObject({
  type: z.literal('function'),
  name: z.string().min(1),
  description: z.string().nullish(),
  parameters: z.looseObject({}).nullish(),
  strict: z.boolean().nullish(),
});
const customTool = z.looseObject({
  type: z.literal('custom'),
  name: z.string().min(1),
  description: z.string().nullish(),
  format: z.looseObject({ type: z.string() }).nullish(),
});
/** Tools of most kinds have names here, but only functions have parameters. */
const nameFunction = functionShownBy('name', 'parameters');
const namespaceTool = z.looseObject({
  type: z.literal('namespace'),
  name: z.string().min(1),
  description: z.string().nullish(),
  tools: z.array(z.preprocess(nameFunction, openUnion([functionTool, customTool]))),
});

const tool = z.preprocess(nameFunction, openUnion([functionTool, customTool, namespaceTool]));

export const tools = z.array(tool);

const choice = openUnion([
  z.looseObject({ type: z.literal('function'), name: z.string().min(1) }),
  z.looseObject({ type: z.literal('custom'), name: z.string().min(1) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['auto', 'required']),
    tools: z.array(z.looseObject({})),
  }),
]);

export const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  // A custom tool is chosen in the same words, and a choice is read by its name.
  z.preprocess(functionShownBy('name'), choice),
]);

export type ToolInput = z.output<typeof tool>;
export type FunctionInput = z.output<typeof functionTool>;
export type CustomInput = z.output<typeof customTool>;
export type NamespaceInput = z.output<typeof namespaceTool>;
