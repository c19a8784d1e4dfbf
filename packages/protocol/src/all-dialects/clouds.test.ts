// Tests what the services of clouds send that OpenAI, Anthropic and Google do not, for clients of every format.
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { GatewayError } from '../canonical/error.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import { codecOf, codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { guessProfile } from '../profiles/guess.ts';
import { writeFrame } from '../sse/frame.ts';
import { receiveRequest, sendReply } from '../testing/translation.ts';
import { decodeStream, replyTarget } from '../testing/wire.ts';
import { createStreamTranslator } from '../translate/stream.ts';

function frames(events: readonly JsonObject[]) {
  return events.map((event) => {
    const { type } = event;
    return { ...(typeof type === 'string' && { event: type }), data: JSON.stringify(event) };
  });
}

function observe(dialect: 'openai-chat' | 'openai-responses', events: readonly JsonObject[]) {
  const observer = codecOf(dialect).createStreamObserver({
    model: 'call-name',
    includeUsage: true,
  });
  return [...frames(events).map((frame) => observer.push(frame)), observer.end()];
}

describe('a stream of Responses on Azure that reaches its rate limit', () => {
  const message = 'Your requests to the deployment have exceeded rate limit.';
  const nothing = { status: 'failed', error: null, incomplete_details: null, output: [] };
  const failed = { type: 'response.failed', response: { id: 'resp_1', ...nothing, usage: null } };
  const error = { type: 'too_many_requests', code: 'rate_limit_exceeded', message, param: null };
  const reason = { type: 'error', error, sequence_number: 2 };

  it.each(dialectIds)('states the limit to a client of %s, whole or cut', (to) => {
    const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
    const text = frames([failed, reason]).map(writeFrame).join('');
    for (const pieces of [[text], Array.from(text)]) {
      const translator = createStreamTranslator({ from: 'openai-responses', to, ...facts });
      const shown = pieces.map((piece) => translator.push(piece)).join('') + translator.end();
      expect(shown).toContain(message);
      expect(translator.error).toMatchObject({ code: 'rate-limited', upstreamStatus: 429 });
    }
  });

  it('states it when it is passed through', () => {
    const [first, second] = observe('openai-responses', [failed, reason]);
    expect(first).toEqual({ action: 'drop' });
    expect(second).toMatchObject({ action: 'fail', error: { code: 'rate-limited', message } });
  });

  it('has failed without the reason, too', () => {
    const events = decodeStream(codecs['openai-responses'], frames([failed]), 'azure');
    expect(events.at(-1)).toMatchObject({ error: { code: 'upstream-unavailable' } });
    expect(observe('openai-responses', [failed]).at(-1)).toMatchObject({ action: 'fail' });
  });
});

describe('words in a stream in place of a status', () => {
  it.each([
    ['content_filter', 400, 'upstream-rejected'],
    ['too_many_requests', 429, 'rate-limited'],
  ])('%s is %i', (word, upstreamStatus, code) => {
    const error = { message: 'Stopped.', type: null, param: null, code: word };
    const events = decodeStream(codecs['openai-chat'], frames([{ error }]), 'azure');
    expect(events.at(-1)).toMatchObject({ error: { code, upstreamStatus } });
  });
});

type Refused = readonly [cloud: string, status: number, body: JsonObject];

function read([, status, body]: Refused): GatewayError {
  return codecs['openai-chat'].decodeError({ status, body, headers: new Headers() });
}

describe('what an operator has to look into', () => {
  it.each<Refused>([
    ['Azure', 404, { error: { code: '404', message: 'Resource not found' } }],
    [
      'Azure',
      404,
      { error: { code: 'api_not_supported', message: 'Requested API is currently not supported' } },
    ],
    ['Azure', 400, { error: { code: 'unknown_model', message: 'Unknown model: claude-opus-4-5' } }],
    [
      'Azure',
      400,
      {
        error: {
          code: 'OperationNotSupported',
          message:
            'The chatCompletion operation does not work with the specified model, gpt-5-pro.',
        },
      },
    ],
    ['Bedrock', 400, { message: 'The provided model identifier is invalid.' }],
    [
      'Bedrock',
      400,
      {
        message:
          'Invocation of model ID anthropic.claude-x-v1:0 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
      },
    ],
    [
      'Bedrock',
      400,
      {
        error: {
          code: 'validation_error',
          message: "The model 'openai.gpt-5.5' does not support the '/v1/chat/completions' API",
        },
      },
    ],
  ])('%s says with status %i about a model: %j', (...refused) => {
    const error = read(refused);
    expect(error).toMatchObject({ code: 'upstream-unavailable', fault: 'model' });
    for (const dialect of dialectIds) {
      const { body } = codecOf(dialect).encodeError(error, 'req_1');
      expect(JSON.stringify(body)).not.toMatch(/claude|gpt|throughput|identifier|Resource/);
    }
  });
});

describe('a failure of the model with a status about the request', () => {
  it('is one that may be repeated, unless it is about a tool of the client', () => {
    const body = { message: 'The request failed due to an error while processing the model.' };
    expect(read(['Bedrock', 424, body])).toMatchObject({ code: 'upstream-unavailable' });
    const error = { message: 'No tools.' };
    expect(read(['OpenAI', 424, { error }])).toMatchObject({ code: 'upstream-rejected' });
  });
});

describe('the reasoning of gpt-oss on Bedrock', () => {
  const bedrock = { vendor: 'amazon-bedrock' };
  const chat = codecs['openai-chat'];
  const whole = {
    id: 'c1',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: '<reasoning>Easy.\nSol.</reasoning>It is **Sol**.' },
        finish_reason: 'stop',
      },
    ],
  };
  // Each chunk has its own tags.
  const chunks = [
    '',
    '<reasoning>Easy.\n</reasoning>',
    '<reasoning>Sol.</reasoning>',
    'It is',
    ' **Sol**.',
  ].map((content) => ({
    id: 'c1',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  }));
  const end = { id: 'c1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

  function textsOf({ choices: [choice] }: CanonicalReply) {
    return choice?.parts.map((part) => [part.type, 'text' in part ? part.text : '']);
  }

  const expected = [
    ['reasoning', 'Easy.\nSol.'],
    ['text', 'It is **Sol**.'],
  ];

  it('is in tags before the text', () => {
    const { value } = chat.decodeReply(whole, bedrock);
    expect(textsOf(value)).toEqual(expected);
    for (const dialect of dialectIds) {
      const shown = JSON.stringify(sendReply(codecOf(dialect), value, replyTarget()).value);
      expect(shown).not.toContain('<reasoning>');
    }
  });

  it('is in tags in every chunk of a stream', () => {
    const events = decodeStream(chat, frames([...chunks, end]), 'amazon-bedrock');
    expect(textsOf(assembleReply(events))).toEqual(expected);
  });

  it('is read again after text, also where frames are like those before', () => {
    const more = [...chunks, ...chunks.slice(1), end];
    const read = frames(more).map((frame) => ({ ...frame, raw: writeFrame(frame) }));
    const events = decodeStream(chat, read, 'amazon-bedrock');
    expect(textsOf(assembleReply(events))).toEqual([...expected, ...expected]);
  });

  it('stays text elsewhere', () => {
    const { value } = chat.decodeReply(whole, { vendor: 'acme' });
    expect(textsOf(value)?.map(([type]) => type)).toEqual(['text']);
  });
});

describe('fields that clouds reject', () => {
  const messages = [{ role: 'user', content: 'Hi' }];

  function bodyFor(vendor: string, model: string, fields: JsonObject): JsonObject {
    const asked = { model: 'm', messages, ...fields };
    const { value } = receiveRequest(codecs['openai-chat'], asked);
    const target = { model, vendor, profile: guessProfile(model, vendor) };
    return codecs['openai-chat'].encodeRequest(value, target).value.body;
  }

  it('are left out for the models of other makers on Azure', () => {
    const fields = { prompt_cache_key: 'k', store: true };
    const deepseek = (effort: string) =>
      bodyFor('azure', 'DeepSeek-V4-Pro', { ...fields, reasoning_effort: effort });
    expect(deepseek('xhigh')).toEqual({
      ...{ model: 'DeepSeek-V4-Pro', messages },
      reasoning_effort: 'high',
    });
    expect(deepseek('none')).not.toHaveProperty('thinking');
    expect(bodyFor('azure', 'gpt-5-mini', fields)).toMatchObject(fields);
  });

  it('are left out on Bedrock, whose runtime ignores the output format of gpt-oss', () => {
    const fields = { n: 2, logit_bias: { 5: 1 }, response_format: { type: 'json_object' } };
    const body = bodyFor('amazon-bedrock', 'openai.gpt-oss-120b-1:0', fields);
    expect(Object.keys(body)).toEqual(['model', 'messages']);
    expect(JSON.stringify(body)).toContain('JSON');
    const other = bodyFor('amazon-bedrock', 'openai.gpt-oss-120b', fields);
    expect(other).toHaveProperty('response_format');
    const grok = bodyFor('amazon-bedrock', 'us.xai.grok-4.6', { presence_penalty: 1 });
    expect(grok).not.toHaveProperty('presence_penalty');
  });

  it.each<[DialectId, JsonObject]>([
    ['openai-chat', { messages, service_tier: 'flex' }],
    ['openai-responses', { input: 'Hi', service_tier: 'flex' }],
    ['gemini-generate', { contents: [{ parts: [{ text: 'Hi' }] }], serviceTier: 'flex' }],
  ])('include the tier on Vertex AI, for a client of %s', (from, fields) => {
    const { value } = receiveRequest(codecOf(from), { model: 'm', ...fields });
    const encodeFor = (vendor: string) => {
      const target = {
        model: 'gemini-3.5-flash',
        vendor,
        profile: guessProfile('gemini-3.5-flash'),
      };
      return codecs['gemini-generate'].encodeRequest(value, target);
    };
    expect(encodeFor('google').value.body).toMatchObject({ serviceTier: 'flex' });
    const { value: sent, notes } = encodeFor('google-vertex');
    expect(sent.body).not.toHaveProperty('serviceTier');
    expect(notes).toMatchObject([{ path: 'serviceTier', action: 'dropped' }]);
  });
});

it.each<[DialectId, JsonObject]>([
  ['openai-responses', { input: 'Hi', tools: [{ type: 'web_search' }] }],
  [
    'anthropic-messages',
    {
      ...{ max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    },
  ],
])('Vertex AI searches the web for a client of %s, as Google’s own service does', (from, body) => {
  const { value } = receiveRequest(codecOf(from), { model: 'm', ...body });
  for (const vendor of ['google', 'google-vertex']) {
    const target = { model: 'gemini-3.5-flash', vendor, profile: guessProfile('gemini-3.5-flash') };
    const sent = codecs['gemini-generate'].encodeRequest(value, target).value.body;
    expect(sent).toMatchObject({ tools: [{ googleSearch: {} }] });
  }
});
