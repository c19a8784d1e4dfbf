import { describe, expect, it } from 'vitest';
import { codecs } from '../../dialects.ts';
import type { GatewayError } from '../../canonical/error.ts';
import { dialectIds } from '../../canonical/dialect.ts';
import type { JsonValue } from '../../json/value.ts';

function read(status: number, body: JsonValue): GatewayError {
  return codecs['openai-chat'].decodeError({ status, body, headers: new Headers() });
}

function say(message: string, code: string | null = null, type = 'x'): JsonValue {
  return { error: { message, code, type } };
}

describe('an upstream at which our account is empty', () => {
  it.each<[number, JsonValue]>([
    [400, say('Your credit balance is too low to access the Anthropic API.')],
    [402, say('Insufficient Balance')],
    [402, 'Payment required'],
    [429, say('You exceeded your current quota, check your plan.', 'insufficient_quota')],
    [429, say('You exceeded your current quota.', null, 'insufficient_quota')],
    [429, say('Your account is not active.', 'billing_not_active')],
    [412, say('Account a-1 is suspended, possibly due to reaching the monthly spending limit.')],
    [400, say('Access denied.', 'Arrearage')],
    [403, say("Your team doesn't have any credits yet.")],
    [429, say('Your prepayment credits are depleted. Please manage your project and billing.')],
    [200, say('You exceeded your current quota.', 'insufficient_quota')],
    [200, say('Insufficient balance or no resource package. Please recharge.')],
    // Zhipu (Z.AI) states the code with a sentence in the language of the account.
    [429, say('您的账户已欠费，请充值后重试', '1113')],
    [429, say('Your GLM Coding Plan package has expired.', '1309')],
    [200, { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }],
  ])('says so to the operator alone: %i %j', (status, body) => {
    const error = read(status, body);
    expect(error).toMatchObject({ code: 'upstream-unavailable', fault: 'account' });
    for (const dialect of dialectIds) {
      const encoded = codecs[dialect].encodeError(error, 'req_1');
      expect(encoded.status).toBe(502);
      expect(JSON.stringify(encoded)).not.toMatch(/credit|balance|quota|account|payment|billing/i);
    }
  });

  it.each<[number, JsonValue]>([
    [429, say('Rate limit reached for requests')],
    [
      429,
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota',
          status: 'RESOURCE_EXHAUSTED',
        },
      },
    ],
    [400, say('The balance of the tree must not be negative.')],
  ])('is not taken for one that is busy or that rejects a request: %i %j', (status, body) => {
    expect(read(status, body).fault).toBeUndefined();
  });
});

describe('an upstream whose moderation refuses the content', () => {
  const flagged = {
    error: {
      code: 403,
      message: 'gpt-9 requires moderation on OpenAI. Your input was flagged for "violence".',
      metadata: { reasons: ['violence'], flagged_input: 'Once', provider_name: 'OpenAI' },
    },
  };
  const team = '1fae2a31-7f1c-4f0b-8b7e-0123456789ab';
  const violation = {
    code: 'The caller does not have permission to execute the specified operation',
    error: `Content violates usage guidelines. Team: ${team}, API key ID: ${team}, Model: grok-9`,
  };

  it.each([flagged, violation])(
    'says so to the client, and nothing about our account: %j',
    (body) => {
      const error = read(403, body);
      expect(error).toMatchObject({ code: 'upstream-rejected', upstreamStatus: 400 });
      expect(error.fault).toBeUndefined();
      for (const dialect of dialectIds) {
        const encoded = codecs[dialect].encodeError(error, 'req_1');
        expect(encoded.status).toBe(400);
        expect(JSON.stringify(encoded)).toMatch(/flagged|violates/);
        expect(JSON.stringify(encoded)).not.toContain(team);
      }
    },
  );
});

describe('an upstream without the model', () => {
  it.each<[number, JsonValue]>([
    [404, say('The model `gpt-9` does not exist', 'model_not_found')],
    [404, { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } }],
    [
      404,
      {
        error: {
          code: 404,
          message: 'models/x is not found for API version v1',
          status: 'NOT_FOUND',
        },
      },
    ],
    [404, '<html>nginx</html>'],
    [404, '404 page not found'],
    [404, { detail: 'Not Found' }],
    [404, { type: 'error', error: { type: 'not_found_error', message: 'Not found' } }],
    [404, say('Invalid URL (POST /v1/responses)')],
    [404, null],
    [400, say('gpt-9 is not a valid model ID')],
    [400, say('Model Not Exist')],
    [400, say('The model `x` has been decommissioned.', 'model_decommissioned')],
    [403, say('Project has no access.', 'model_not_found')],
  ])('is not the caller’s fault: %i %j', (status, body) => {
    const error = read(status, body);
    expect(error).toMatchObject({ code: 'upstream-unavailable', fault: 'model' });
    expect(error.upstreamBody).toBeUndefined();
  });

  it.each<[number, JsonValue]>([
    [404, say('No such file: file_1')],
    [404, say('File not found')],
    [404, { error: { message: 'Not found', details: { error_code: 'thread_not_found' } } }],
    [400, say('model: field required')],
    [400, say('This model does not support images.')],
  ])('is not taken for one that rejects the request: %i %j', (status, body) => {
    expect(read(status, body)).toMatchObject({ code: 'upstream-rejected', fault: undefined });
  });
});

describe('an upstream that refuses our credential', () => {
  it.each([401, 403, 407])('says so to the operator alone: %i', (status) => {
    const error = read(status, say('Incorrect API key of Example Ltd'));
    expect(error).toMatchObject({ code: 'upstream-unavailable', fault: 'credential' });
    expect(error.cause).toMatchObject({ message: 'Incorrect API key of Example Ltd' });
  });
});

/** What vendors and local servers say about a conversation that is too long. */
const tooLong = [
  'prompt is too long: 213462 tokens > 200000 maximum',
  'Your input exceeds the context window of this model',
  "Requested token count exceeds the model's maximum context length of 131072 tokens",
  'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)',
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
  'Please reduce the length of the messages or completion',
  "This endpoint's maximum context length is 9 tokens. However, you requested about 12 tokens",
  "The input (12 tokens) is longer than the model's context length (9 tokens).",
  'the request exceeds the available context size, try increasing it',
  'tokens to keep from the initial prompt is greater than the context length',
  'invalid params, context window exceeds limit',
  'Your request exceeded model token limit: 9 (requested: 12)',
  'Prompt contains 12 tokens, too large for model with 9 maximum context length',
  'Range of input length should be [1, 9]',
  'input is too long for requested model',
  // llama.cpp and LM Studio, by version
  'Context size has been exceeded.',
  'Cannot truncate prompt with n_keep (12) >= n_ctx (9)',
  'Trying to keep the first 12 tokens when context the overflows. However, the model is loaded with context length of only 9 tokens, which is not enough.',
  // Ollama
  'the prompt is longer than the context length currently available to the model',
  'the input length exceeds the context length',
  // vLLM
  "You passed 12 input tokens and requested 3 output tokens. However, the model's context length is only 9 tokens, resulting in a maximum input length of 6 tokens.",
  // SGLang
  'Input length (12 tokens) exceeds the maximum allowed length (9 tokens).',
  // TGI, also behind Together
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 9. Given: 12 `inputs` tokens and 3 `max_new_tokens`',
  'Input validation error: `inputs` must have less than 9 tokens. Given: 12',
  // Z.AI, Deep Infra, Cohere
  'Prompt exceeds max length',
  'Requested input length 12 exceeds maximum input length 9',
  'too many tokens: size limit exceeded by 3 tokens. Try using shorter or fewer inputs.',
];

/** The words after which clients of a dialect shorten a conversation. */
const compacting = {
  'anthropic-messages': /prompt is too long/,
  'openai-chat': /exceeds the context window|maximum context length is \d+ tokens/,
  'openai-responses': /exceeds the context window|maximum context length is \d+ tokens/,
  'gemini-generate': /input token count.*exceeds the maximum/,
} as const;

describe.each(tooLong)('a conversation that is too long: %s', (message) => {
  it.each([400, 413])('is a 400 in the words of each dialect (%i)', (status) => {
    const error = read(status, say(message));
    expect(error).toMatchObject({ fault: 'context', reason: 'context_length_exceeded' });
    for (const dialect of dialectIds) {
      const encoded = codecs[dialect].encodeError(error, 'req_1');
      expect(encoded.status).toBe(400);
      const { message: shown } = encoded.body['error'] as { message: string };
      expect(shown).toMatch(compacting[dialect]);
      expect(shown).toContain(message);
    }
  });
});

describe('a conversation that is too long, by other signs', () => {
  it.each<[string, number, JsonValue]>([
    ['the code of Zhipu', 400, say('Prompt 超长', '1261')],
    [
      'the error type of OpenRouter',
      400,
      {
        error: {
          code: 400,
          message: 'Provider returned error',
          metadata: { error_type: 'context_length_exceeded' },
        },
      },
    ],
    [
      'the words of a provider that OpenRouter quotes',
      400,
      {
        error: {
          ...{ message: 'Provider returned error', code: 400 },
          metadata: { raw: '{"error":{"message":"maximum context length is 9 tokens"}}' },
        },
      },
    ],
    [
      'the status 500 of llama.cpp',
      500,
      { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    ],
    [
      'words in a stream of LM Studio, which states no status',
      200,
      { error: { message: 'Cannot truncate prompt with n_keep (12) >= n_ctx (9)' } },
    ],
  ])('%s', (_, status, body) => {
    const error = read(status, body);
    expect(error).toMatchObject({ fault: 'context', reason: 'context_length_exceeded' });
    for (const dialect of dialectIds) {
      const { body: shown } = codecs[dialect].encodeError(error, 'req_1');
      expect(JSON.stringify(shown)).toMatch(compacting[dialect]);
    }
  });

  it.each<[number, JsonValue]>([
    [400, say('Input validation error: `max_new_tokens` must be <= 4096')],
    [400, say('messages[0].name exceeds the maximum allowed length of 64')],
    [429, say('Too many tokens per minute. Please wait.')],
    [503, say('Context size has been exceeded.')],
  ])('is not what %i %j says', (status, body) => {
    expect(read(status, body).fault).toBeUndefined();
  });
});
