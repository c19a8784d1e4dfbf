// Token counting requests and responses of Anthropic Messages, for the codec.
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject } from '../../json/value.ts';
import { pickCounted, readCount } from '../../shared/token-counting.ts';

/** The request fields that the token count depends on; the endpoint rejects all others. */
const countedFields = [
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'cache_control',
  'context_management',
  'mcp_servers',
];

/**
 * `POST /v1/messages/count_tokens`: a request without its output limit.
 * @see https://docs.claude.com/en/api/messages-count-tokens
 */
export const messagesTokenCounting: TokenCounting = {
  toRequest: (body) => (isJsonObject(body) ? { max_tokens: 1, ...body } : body),
  fromRequest: (body, model) => pickCounted(body, model, countedFields),
  encodeCount: (tokens) => ({ input_tokens: tokens }),
  decodeCount: (body) => readCount(body, 'input_tokens'),
  // Clients expect exactly this body, without an error code or a request id.
  encodeRefusal: (message) => ({ type: 'error', error: { type: 'not_found_error', message } }),
};
