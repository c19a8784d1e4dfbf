// The zod schemas of tools in Responses requests, for `schema.ts` and the tools decoder.
import * as z from 'zod/mini';
import { addFunctionType } from '../../../shared/openai/tools.ts';
import { openUnion } from '../../../shared/schema.ts';
import { flag, nonEmpty, text } from '../../../shared/schema-values.ts';

/* Tools and tool choice, as of `openai` 7.55.0 `Tool` and `ToolChoice…`. */

const functionTool = z.looseObject({
  type: z.literal('function'),
  name: nonEmpty,
  description: text,
  parameters: z.nullish(z.looseObject({})),
  strict: flag,
});
const customTool = z.looseObject({
  type: z.literal('custom'),
  name: nonEmpty,
  description: text,
  format: z.nullish(z.looseObject({ type: z.string() })),
});
/** Most types of tools have names here, but only functions have parameters. */
const nameFunction = addFunctionType('name', 'parameters');
const namespaceTool = z.looseObject({
  type: z.literal('namespace'),
  name: nonEmpty,
  description: text,
  tools: z.array(z.pipe(z.transform(nameFunction), openUnion([functionTool, customTool]))),
});

const tool = z.pipe(
  z.transform(nameFunction),
  openUnion([functionTool, customTool, namespaceTool]),
);

export const tools = z.array(tool);

const choice = openUnion([
  z.looseObject({ type: z.literal('function'), name: nonEmpty }),
  z.looseObject({ type: z.literal('custom'), name: nonEmpty }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.literal(['auto', 'required']),
    tools: z.array(z.looseObject({})),
  }),
]);

export const toolChoice = z.union([
  z.literal(['none', 'auto', 'required']),
  // The choice of a custom tool has the same form, and a choice is read by its name.
  z.pipe(z.transform(addFunctionType('name')), choice),
]);

export type ToolInput = z.output<typeof tool>;
export type FunctionInput = z.output<typeof functionTool>;
export type CustomInput = z.output<typeof customTool>;
export type NamespaceInput = z.output<typeof namespaceTool>;
