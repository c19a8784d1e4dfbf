// The zod schema of Anthropic Messages requests with their tools, for the request decoder.
import * as z from 'zod/mini';
import { cacheControl, contentBlock, textBlock } from './content-schema.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { closedUnion, openUnion, wholeNumber } from '../../../shared/schema.ts';
import { GatewayError } from '../../../canonical/error.ts';
import { findFault } from '../../../shared/request-validation.ts';
import { flag, nonEmpty, text } from '../../../shared/schema-values.ts';

/*
 * The body of `POST /v1/messages`, after the vendor's reference for the API versions 2023-06-01 and
 * 2026-10-21, including beta fields. Unknown fields are accepted.
 */

/** A tool that the client describes and runs; `type` is absent, null or `custom`. */
const customTool = z.looseObject({
  type: z.nullish(z.literal('custom')),
  name: nonEmpty,
  description: text,
  input_schema: z.looseObject({}),
  strict: flag,
  defer_loading: flag,
  cache_control: z.nullish(cacheControl),
});

/** A tool that the vendor defines, with a dated type such as `web_search_20250305`. Toolsets have no name. */
const vendorTool = z.looseObject({
  type: z.string().check(z.refine((type) => type !== 'custom', { abort: true })),
  name: text,
  cache_control: z.nullish(cacheControl),
});

export const tool = z.union([customTool, vendorTool]);

const parallel = { disable_parallel_tool_use: flag };

export const toolChoice = openUnion([
  z.looseObject({ type: z.literal('auto'), ...parallel }),
  z.looseObject({ type: z.literal('any'), ...parallel }),
  z.looseObject({ type: z.literal('tool'), name: nonEmpty, ...parallel }),
  z.looseObject({ type: z.literal('none') }),
]);

const blocks = z.union([z.string(), z.array(contentBlock)]);

const systemBlocks = z.union([
  z.string(),
  z.array(
    openUnion([
      textBlock,
      z.looseObject({ type: z.literal('tool_addition'), tool: z.looseObject({}) }),
      z.looseObject({ type: z.literal('tool_removal'), tool: z.looseObject({}) }),
    ]),
  ),
]);

const message = closedUnion('role', [
  z.looseObject({ role: z.literal('user'), content: blocks }),
  z.looseObject({ role: z.literal('assistant'), content: blocks }),
  z.looseObject({
    role: z.literal('system'),
    content: z.nullish(systemBlocks),
    clear_at: text,
    output_config: z.nullish(z.looseObject({ effort: text })),
  }),
]);

const thinking = openUnion([
  z.looseObject({
    type: z.literal('enabled'),
    budget_tokens: wholeNumber(1),
    display: text,
  }),
  z.looseObject({ type: z.literal('adaptive'), display: text }),
  z.looseObject({ type: z.literal('disabled') }),
  z.looseObject({ type: z.literal('between_tools') }),
]);

const jsonFormat = openUnion([
  z.looseObject({ type: z.literal('json_schema'), schema: z.looseObject({}) }),
]);

const mcpServer = z.looseObject({
  type: z.string(),
  name: z.string(),
  url: z.string(),
  authorization_token: text,
});

const container = z.union([
  z.string(),
  z.looseObject({ id: text, skills: z.nullish(z.array(z.looseObject({}))) }),
]);

const requestFields = z.looseObject({
  model: nonEmpty,
  max_tokens: wholeNumber(0),
  messages: z.array(message),
  system: z.nullish(systemBlocks),
  stream: flag,
  stop_sequences: z.nullish(z.array(z.string())),
  // Parley's own limit; an upstream that accepts less gets a lower value.
  temperature: z.nullish(z.number().check(z.minimum(0), z.maximum(2))),
  top_p: z.nullish(z.number()),
  top_k: z.nullish(wholeNumber()),
  tools: z.nullish(z.array(tool)),
  tool_choice: z.nullish(toolChoice),
  thinking: z.nullish(thinking),
  output_config: z.nullish(z.looseObject({ effort: text, format: z.nullish(jsonFormat) })),
  output_format: z.nullish(jsonFormat),
  metadata: z.nullish(z.looseObject({ user_id: text })),
  service_tier: text,
  cache_control: z.nullish(cacheControl),
  container: z.nullish(container),
  context_management: z.nullish(
    z.looseObject({ edits: z.nullish(z.array(z.looseObject({ type: z.string() }))) }),
  ),
  mcp_servers: z.nullish(z.array(mcpServer)),
  diagnostics: z.nullish(z.looseObject({ previous_message_id: text })),
  inference_geo: text,
  speed: text,
  user_profile_id: text,
  workspace_id: text,
});

export const requestSchema = requestFields.check(
  z.refine((input) => input.messages.length > 0 || continuesThread(input), {
    path: ['messages'],
    message: 'must not be empty',
  }),
);

/** Whether the vendor has the conversation so far; it goes on after a pause without a message. */
export function continuesThread({ thread }: z.output<typeof requestFields>): boolean {
  return objectOf(thread)['type'] === 'continue';
}

export type CustomToolInput = z.output<typeof customTool>;
export type ToolInput = z.output<typeof tool>;
export type ToolChoiceInput = z.output<typeof toolChoice>;
export type RequestInput = z.output<typeof requestSchema>;
export type MessageInput = z.output<typeof message>;
export type SystemInput = z.output<typeof systemBlocks>;
export type ThinkingInput = z.output<typeof thinking>;
export type JsonFormatInput = z.output<typeof jsonFormat>;

/** Reports the invalid field of a request to the client, in one sentence. */
export function toRequestError(error: z.core.$ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const place = param === '' ? 'The request body' : `${param}: it`;
  return new GatewayError('invalid-request', `${place} ${fault}.`, {
    ...omitUndefined({ param: param === '' ? undefined : param }),
    reason: isMissing ? 'missing_field' : 'invalid_field',
  });
}
