import * as z from 'zod';
import { cacheControl } from './content-schema.ts';
import { openUnion } from '../../../shared/open-union.ts';

/** A tool the caller describes and runs itself; `type` is absent, null or `custom`. */
const customTool = z.looseObject({
  type: z.literal('custom').nullish(),
  name: z.string().min(1),
  description: z.string().nullish(),
  input_schema: z.looseObject({}),
  strict: z.boolean().nullish(),
  defer_loading: z.boolean().nullish(),
  cache_control: cacheControl.nullish(),
});

/**
 * A tool the vendor describes, by a dated type such as `web_search_20250305`. Toolsets have no name.
 */
const vendorTool = z.looseObject({
  type: z.string().refine((type) => type !== 'custom', { abort: true }),
  name: z.string().nullish(),
  cache_control: cacheControl.nullish(),
});

export const tool = z.union([customTool, vendorTool]);

const parallel = { disable_parallel_tool_use: z.boolean().nullish() };

export const toolChoice = openUnion([
  z.looseObject({ type: z.literal('auto'), ...parallel }),
  z.looseObject({ type: z.literal('any'), ...parallel }),
  z.looseObject({ type: z.literal('tool'), name: z.string().min(1), ...parallel }),
  z.looseObject({ type: z.literal('none') }),
]);

export type CustomToolInput = z.output<typeof customTool>;
export type ToolInput = z.output<typeof tool>;
export type ToolChoiceInput = z.output<typeof toolChoice>;
