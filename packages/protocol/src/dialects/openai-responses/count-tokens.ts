// Token counts of Responses requests: the bodies of the counting endpoint, for the codec.
import { tokenCount } from '../../canonical/usage.ts';
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';

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
] as const;

/** `POST /v1/responses/input_tokens`: a request without the fields that concern only its reply. */
export const responsesTokenCounting: TokenCounting = {
  toRequest: (body) => (isJsonObject(body) ? { ...body, input: body['input'] ?? '' } : body),
  fromRequest(body, model) {
    const counted = countedFields.flatMap((field): [string, JsonObject[string]][] =>
      body[field] === undefined ? [] : [[field, body[field]]],
    );
    return { model, ...Object.fromEntries(counted) };
  },
  encodeCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  decodeCount: (body) =>
    isJsonObject(body) && typeof body['input_tokens'] === 'number'
      ? tokenCount(body['input_tokens'])
      : undefined,
};
