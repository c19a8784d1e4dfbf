// Tests what servers of the chat format send that OpenAI does not, for clients of every format.
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import { codecOf, codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { guessProfile } from '../profiles/guess.ts';
import { framesOf } from '../testing/recordings.ts';
import { writeReplyStream } from '../testing/reply-streams.ts';
import { receiveRequest, sendReply } from '../testing/translation.ts';
import { decodeStream, replyTarget } from '../testing/wire.ts';
import { createStreamTranslator } from '../translate/stream.ts';

const chat = codecs['openai-chat'];

function replyOf(choice: JsonObject, usage: JsonObject = {}): JsonObject {
  const counts = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, ...usage };
  const head = { id: 'c1', object: 'chat.completion', created: 1, model: 'm' };
  return { ...head, choices: [{ index: 0, ...choice }], usage: counts };
}

function said(finish: string): JsonObject {
  return replyOf({ message: { role: 'assistant', content: 'Well.' }, finish_reason: finish });
}

function readWhole(body: JsonObject): CanonicalReply {
  return chat.decodeReply(body, { vendor: 'acme' }).value;
}

function readStream(body: JsonObject): CanonicalReply {
  const frames = framesOf(writeReplyStream('openai-chat', body));
  return assembleReply(decodeStream(chat, frames, 'acme'));
}

const readers = [
  ['whole', readWhole],
  ['streamed', readStream],
] as const;

/** What a client of each format gets of a reply. */
function shownIn(dialect: DialectId, reply: CanonicalReply): string {
  return JSON.stringify(sendReply(codecOf(dialect), reply, replyTarget()).value);
}

type Shown = Readonly<Record<DialectId, RegExp>>;

const fullContext: Shown = {
  'openai-chat': /"finish_reason":"length"/,
  'anthropic-messages': /"stop_reason":"model_context_window_exceeded"/,
  'gemini-generate': /"finishReason":"MAX_TOKENS"/,
  'openai-responses': /"reason":"max_output_tokens"/,
};

const filtered: Shown = {
  'openai-chat': /"finish_reason":"content_filter"/,
  'anthropic-messages': /"stop_reason":"refusal"/,
  'gemini-generate': /"finishReason":"SAFETY"/,
  'openai-responses': /"reason":"content_filter"/,
};

describe.each(readers)('the finish reason of a %s reply', (_, read) => {
  it.each<[vendor: string, native: string, shown: Shown]>([
    ['Z.AI', 'model_context_window_exceeded', fullContext],
    ['Google', 'content_filter: PROHIBITED_CONTENT', filtered],
  ])('of %s, %s, is known', (_vendor, native, shown) => {
    const reply = read(said(native));
    for (const dialect of dialectIds) expect(shownIn(dialect, reply)).toMatch(shown[dialect]);
  });

  // vLLM (`FINISH_REASON_STRINGS`), SGLang, and Google's chat surface.
  it.each(['abort', 'repetition', 'function_call_filter: MALFORMED_FUNCTION_CALL'])(
    '%s is a fault, and an error if there is nothing else',
    (native) => {
      expect(read(said(native)).choices[0]?.finish).toMatchObject({ reason: 'fault', native });
      const empty = replyOf({ message: { role: 'assistant' }, finish_reason: native });
      expect(() => read(empty)).toThrow('gave no answer');
    },
  );
});

describe('a reply that Google’s chat surface filters', () => {
  it('has no message, and is a refusal in every format', () => {
    const blocked = replyOf({ finish_reason: 'content_filter: PROHIBITED_CONTENT' });
    const reply = readWhole(blocked);
    for (const dialect of dialectIds) expect(shownIn(dialect, reply)).toMatch(filtered[dialect]);
    expect(chat.readReply(blocked).usage).toMatchObject({ input: 10 });
    expect(() => readWhole(replyOf({ finish_reason: 'stop' }))).toThrow('not a chat completion');
  });
});

describe.each(readers)('the usage of a %s reply', (_, read) => {
  it.each<[vendor: string, counts: JsonObject, usage: object]>([
    ['Mistral', { num_cached_tokens: 6 }, { input: 4, cacheRead: 6 }],
    [
      'Mistral, by another name',
      { prompt_token_details: { cached_tokens: 6 } },
      { input: 4, cacheRead: 6 },
    ],
    ['Mistral at its fast tier', { service_tier: 'priority' }, { services: ['priority'] }],
    ['Mistral at its usual tier', { service_tier: 'standard' }, { input: 10 }],
    [
      'llama.cpp and Cerebras',
      { prompt_tokens_details: { cached_tokens: 6 } },
      { input: 4, cacheRead: 6 },
    ],
    ['SGLang', { reasoning_tokens: 3 }, { output: 1, reasoning: 3 }],
    [
      'xAI, which counts reasoning beside the output',
      {
        total_tokens: 17,
        completion_tokens_details: { reasoning_tokens: 3 },
        cost_in_usd_ticks: 9,
      },
      { output: 4, reasoning: 3 },
    ],
  ])('of %s: %j', (_vendor, counts, usage) => {
    const body = {
      ...said('stop'),
      usage: { ...(said('stop')['usage'] as JsonObject), ...counts },
    };
    expect(read(body).usage).toMatchObject(usage);
    expect(chat.readReply(body).usage).toMatchObject(usage);
  });
});

describe.each(readers)('the calls of a %s reply of Mistral', (_, read) => {
  const call = { id: 'null', function: { name: 'f', arguments: '{"a":1}' } };

  it('have ids of their own where its own one is the default of its types', () => {
    const message = { role: 'assistant', content: '', tool_calls: [call, { ...call, index: 1 }] };
    const [choice] = read(replyOf({ message, finish_reason: 'tool_calls' })).choices;
    const ids = choice?.parts.flatMap((part) => (part.type === 'call' ? [part.id] : []));
    expect(ids).toEqual(['call_c1_1', 'call_c1_2']);
  });
});

describe('errors in a stream', () => {
  const begun = { ...said('stop'), choices: [{ index: 0, delta: { content: 'Well' } }] };

  // LM Studio 0.4, llama.cpp, SGLang (`managers/utils.py`).
  const overflows: readonly JsonObject[] = [
    {
      error: { message: 'Cannot truncate prompt with n_keep (12) >= n_ctx (9)' },
      message: 'Cannot truncate prompt with n_keep (12) >= n_ctx (9)',
    },
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    {
      error: {
        ...{ object: 'error', type: 'BAD_REQUEST', param: null, code: 400 },
        message: 'Input length (12 tokens) exceeds the maximum allowed length (9 tokens).',
      },
    },
  ];
  const compacting: Shown = {
    'openai-chat': /exceeds the context window/,
    'anthropic-messages': /prompt is too long/,
    'gemini-generate': /input token count.*exceeds the maximum/,
    'openai-responses': /exceeds the context window/,
  };

  it.each(
    dialectIds.flatMap((to) =>
      overflows.flatMap((error) => [[], [begun]].map((before) => ({ to, error, before }))),
    ),
  )(
    'tell a client of $to to shorten the conversation: $error after $before.length chunks',
    (row) => {
      const { to, error, before } = row;
      const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
      const translator = createStreamTranslator({ from: 'openai-chat', to, ...facts });
      const text = [...before, error].map((data) => `data: ${JSON.stringify(data)}\n\n`).join('');
      const shown = translator.push(text) + translator.end();
      expect(shown).toMatch(compacting[to]);
      expect(translator.error).toMatchObject({ fault: 'context', upstreamStatus: 400 });
    },
  );
});

describe.each(['openai-chat', 'anthropic-messages'] as const)(
  'a failure with status 200 in %s',
  (from) => {
    const codec = codecOf(from);
    const limited = { base_resp: { status_code: 1002, status_msg: 'rate limit' }, choices: null };

    it.each([
      [limited, 'rate limit', 'rate-limited'],
      [
        { code: 500, msg: '404 NOT_FOUND', success: false },
        '404 NOT_FOUND',
        'upstream-unavailable',
      ],
    ])('is an error in place of a reply and in a stream: %j', (body, message, code) => {
      const facts: unknown = expect.objectContaining({ message, code });
      expect(() => codec.decodeReply(body, { vendor: 'minimax' })).toThrow(facts);
      expect(() => codec.readReply(body)).toThrow(facts);
      const call = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
      const translator = createStreamTranslator({ from, to: 'openai-responses', ...call });
      translator.push(`data: ${JSON.stringify(body)}\n\n`);
      expect(translator.error).toMatchObject({ message, code });
    });
  },
);

describe.each(dialectIds)('a body with status 200 in place of a reply in %s', (from) => {
  const codec = codecOf(from);

  it.each([
    [{ code: 11_200, message: 'auth error', sid: 's' }, 'auth error', 'upstream-unavailable'],
    [{ code: 429, message: 'slow down' }, 'slow down', 'rate-limited'],
    [{ success: false, message: 'no such channel' }, 'no such channel', 'upstream-unavailable'],
    [{ detail: 'Not Found' }, 'Not Found', 'upstream-unavailable'],
  ])('says what it says: %j', (body, message, code) => {
    const facts: unknown = expect.objectContaining({ message, code });
    expect(() => codec.decodeReply(body, { vendor: 'acme' })).toThrow(facts);
    expect(() => codec.readReply(body)).toThrow(facts);
  });

  it.each([null, 'words', {}, { models: [] }])('is no reply: %j', (body) => {
    const facts: unknown = expect.objectContaining({ reason: 'upstream_bad_answer' });
    expect(() => codec.decodeReply(body, { vendor: 'acme' })).toThrow(facts);
    expect(() => codec.readReply(body)).toThrow(facts);
  });
});

it('takes the report of a success for none', () => {
  const report = { base_resp: { status_code: 0, status_msg: '' } };
  expect(readWhole({ ...said('stop'), ...report })).toEqual(readWhole(said('stop')));
  expect(readStream({ ...said('stop'), ...report })).toEqual(readStream(said('stop')));
});

describe('a document for Mistral', () => {
  const data = 'data:application/pdf;base64,JVBERi0=';
  const pdf = { media_type: 'application/pdf', data: 'JVBERi0=' };
  const say = (part: JsonObject) => [{ role: 'user', content: [part] }];
  const requests: readonly (readonly [DialectId, JsonObject, url: string])[] = [
    [
      'openai-chat',
      { messages: say({ type: 'file', file: { file_data: data, filename: 'a.pdf' } }) },
      data,
    ],
    [
      'openai-responses',
      { input: say({ type: 'input_file', file_data: data, filename: 'a.pdf' }) },
      data,
    ],
    [
      'openai-responses',
      { input: say({ type: 'input_file', file_url: 'https://files.example/a.pdf' }) },
      'https://files.example/a.pdf',
    ],
    [
      'anthropic-messages',
      { max_tokens: 9, messages: say({ type: 'document', source: { type: 'base64', ...pdf } }) },
      data,
    ],
    [
      'anthropic-messages',
      {
        max_tokens: 9,
        messages: say({
          type: 'document',
          source: { type: 'url', url: 'https://files.example/a.pdf' },
        }),
      },
      'https://files.example/a.pdf',
    ],
    [
      'gemini-generate',
      {
        contents: [
          {
            role: 'user',
            parts: [{ inlineData: { mimeType: 'application/pdf', data: pdf.data } }],
          },
        ],
      },
      data,
    ],
  ];

  // Its own service rejects `file` with data (422); `DocumentURLChunk` of its library has both forms.
  it.each(requests)('of a client of %s, %j, is sent by its address', (from, body, url) => {
    const { value: request } = receiveRequest(codecOf(from), { model: 'm', ...body });
    const model = 'mistral-medium-latest';
    const target = { model, vendor: 'mistral', profile: guessProfile(model, 'mistral') };
    const { value, notes } = chat.encodeRequest(request, target);
    expect(value.body).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'document_url', document_url: url }] }],
    });
    expect(notes).toEqual([]);
  });
});
