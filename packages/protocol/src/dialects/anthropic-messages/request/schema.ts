import * as z from 'zod';
import { GatewayError } from '../../../canonical/error.ts';
import { openUnion } from '../../../shared/open-union.ts';
import { findFault } from '../../../shared/request-error.ts';
import { cacheControl, contentBlock, textBlock } from './content-schema.ts';
import { tool, toolChoice } from './tools-schema.ts';

/*
 * The body of `POST /v1/messages`, after the vendor's reference for the API versions 2023-06-01 and
 * 2026-10-21, beta fields included. Unknown fields pass.
 */

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

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), content: blocks }),
  z.looseObject({ role: z.literal('assistant'), content: blocks }),
  z.looseObject({
    role: z.literal('system'),
    content: systemBlocks.nullish(),
    clear_at: z.string().nullish(),
    output_config: z.looseObject({ effort: z.string().nullish() }).nullish(),
  }),
]);

const thinking = openUnion([
  z.looseObject({
    type: z.literal('enabled'),
    budget_tokens: z.int().min(1),
    display: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('adaptive'), display: z.string().nullish() }),
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
  authorization_token: z.string().nullish(),
});

const container = z.union([
  z.string(),
  z.looseObject({ id: z.string().nullish(), skills: z.array(z.looseObject({})).nullish() }),
]);

export const requestSchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(0),
  messages: z.array(message).min(1),
  system: systemBlocks.nullish(),
  stream: z.boolean().nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  // This service's own limit; an upstream that takes less gets less (`sampling.ts`).
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  thinking: thinking.nullish(),
  output_config: z
    .looseObject({ effort: z.string().nullish(), format: jsonFormat.nullish() })
    .nullish(),
  output_format: jsonFormat.nullish(),
  metadata: z.looseObject({ user_id: z.string().nullish() }).nullish(),
  service_tier: z.string().nullish(),
  cache_control: cacheControl.nullish(),
  container: container.nullish(),
  context_management: z
    .looseObject({ edits: z.array(z.looseObject({ type: z.string() })).nullish() })
    .nullish(),
  mcp_servers: z.array(mcpServer).nullish(),
  diagnostics: z.looseObject({ previous_message_id: z.string().nullish() }).nullish(),
  inference_geo: z.string().nullish(),
  speed: z.string().nullish(),
  user_profile_id: z.string().nullish(),
  workspace_id: z.string().nullish(),
});

export type RequestInput = z.output<typeof requestSchema>;
export type MessageInput = z.output<typeof message>;
export type SystemInput = z.output<typeof systemBlocks>;
export type ThinkingInput = z.output<typeof thinking>;
export type JsonFormatInput = z.output<typeof jsonFormat>;

/** Tells the caller which field of a request is wrong, in one sentence. */
export function toRequestError(error: z.ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const place = param === '' ? 'The request body' : `${param}: it`;
  return new GatewayError('invalid-request', `${place} ${fault}.`, {
    ...(param !== '' && { param }),
    reason: isMissing ? 'missing_field' : 'invalid_field',
  });
}
