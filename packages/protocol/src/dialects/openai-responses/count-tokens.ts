// Token counts of Responses requests: the bodies of the counting endpoint, for the codec.
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject } from '../../json/value.ts';
import { pickCounted, readCount } from '../../shared/token-counting.ts';

/** The request fields that the token count depends on (`openai` 7.55.0 `InputTokenCountParams`). */
const countedFields = [
  'conversation',
  'input',
  'instructions',
  'parallel_tool_calls',
  'previous_response_id',
  'reasoning',
  'text',
  'tool_choice',
  'tools',
  'truncation',
];

/** `POST /v1/responses/input_tokens`: a request without the fields that concern only its reply. */
export const responsesTokenCounting: TokenCounting = {
  toRequest: (body) => (isJsonObject(body) ? { ...body, input: body['input'] ?? '' } : body),
  fromRequest: (body, model) => pickCounted(body, model, countedFields),
  encodeCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  decodeCount: (body) => readCount(body, 'input_tokens'),
};
