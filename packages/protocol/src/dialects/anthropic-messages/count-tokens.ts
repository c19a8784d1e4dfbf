// Token counting requests and responses of Anthropic Messages, for the codec.
import { tokenCount } from '../../canonical/usage.ts';
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';

/** The request fields that the token count depends on; the endpoint rejects all others. */
const countedFields = [
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'cache_control',
  'context_management',
  'mcp_servers',
] as const;

/**
 * `POST /v1/messages/count_tokens`: a request without its output limit.
 * @see https://docs.claude.com/en/api/messages-count-tokens
 */
export const messagesTokenCounting: TokenCounting = {
  toRequest: (body) => (isJsonObject(body) ? { max_tokens: 1, ...body } : body),
  fromRequest(body, model) {
    const counted = countedFields.flatMap((field): [string, JsonObject[string]][] =>
      body[field] === undefined ? [] : [[field, body[field]]],
    );
    return { model, ...Object.fromEntries(counted) };
  },
  encodeCount: (tokens) => ({ input_tokens: tokens }),
  decodeCount: (body) =>
    isJsonObject(body) && typeof body['input_tokens'] === 'number'
      ? tokenCount(body['input_tokens'])
      : undefined,
  // Clients expect exactly this body, without an error code or a request id.
  encodeRefusal: (message) => ({ type: 'error', error: { type: 'not_found_error', message } }),
};
