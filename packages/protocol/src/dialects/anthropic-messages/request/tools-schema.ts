// The zod schemas of tools in Anthropic Messages requests, for `schema.ts` and the tools decoder.
import * as z from 'zod/mini';
import { cacheControl } from './content-schema.ts';
import { openUnion, looseObject } from '../../../shared/schema.ts';

/** A tool that the client describes and runs; `type` is absent, null or `custom`. */
const customTool = looseObject({
  type: z.nullish(z.literal('custom')),
  name: z.string().check(z.minLength(1)),
  description: z.nullish(z.string()),
  input_schema: looseObject({}),
  strict: z.nullish(z.boolean()),
  defer_loading: z.nullish(z.boolean()),
  cache_control: z.nullish(cacheControl),
});

/** A tool that the vendor defines, with a dated type such as `web_search_20250305`. Toolsets have no name. */
const vendorTool = looseObject({
  type: z.string().check(z.refine((type) => type !== 'custom', { abort: true })),
  name: z.nullish(z.string()),
  cache_control: z.nullish(cacheControl),
});

export const tool = z.union([customTool, vendorTool]);

const parallel = { disable_parallel_tool_use: z.nullish(z.boolean()) };

export const toolChoice = openUnion([
  looseObject({ type: z.literal('auto'), ...parallel }),
  looseObject({ type: z.literal('any'), ...parallel }),
  looseObject({ type: z.literal('tool'), name: z.string().check(z.minLength(1)), ...parallel }),
  looseObject({ type: z.literal('none') }),
]);

export type CustomToolInput = z.output<typeof customTool>;
export type ToolInput = z.output<typeof tool>;
export type ToolChoiceInput = z.output<typeof toolChoice>;
