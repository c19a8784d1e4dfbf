import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalReply } from '../../../canonical/reply.ts';
import { NameMap } from '../../../history/names.ts';
import { decodeRequest } from '../request/request.ts';
import { decodeReply, encodeReply, readReply } from './reply.ts';

function completion(message: JsonObject, choice: JsonObject = {}, fields: JsonObject = {}) {
  return {
    id: 'chatcmpl-9x',
    object: 'chat.completion',
    created: 1763683200,
    model: 'up-1',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...choice },
    ],
    ...fields,
  };
}

function decode(message: JsonObject, choice: JsonObject = {}) {
  const { value, notes } = decodeReply(completion(message, choice), { vendor: 'acme' });
  return { parts: value.choices[0]?.parts, finish: value.choices[0]?.finish, notes };
}

function failureOf(body: JsonValue): GatewayError {
  try {
    decodeReply(body, { vendor: 'acme' });
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown;
  }
  return expect.fail('The reply was accepted.');
}

const weather = { name: 'get_weather', arguments: '{"city":"Oslo"}' };

describe('bodies that are not a reply', () => {
  it.each([
    [null],
    ['<html></html>'],
    [[]],
    [{}],
    [{ choices: [] }],
    [{ choices: [{}] }],
    [{ choices: [{ index: 0, message: null }] }],
    [{ choices: 'none' }],
  ])('refuses %j', (body) => {
    expect(failureOf(body).code).toBe('upstream-unavailable');
    expect(() => readReply(body)).toThrow(GatewayError);
  });

  it('reads an error inside a 200', () => {
    expect(failureOf({ error: { message: 'Slow down', code: 429 } })).toMatchObject({
      code: 'rate-limited',
      message: 'Slow down',
    });
  });
});

describe('decodeReply', () => {
  it('reads the envelope', () => {
    const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };
    const body = completion({ content: 'ok' }, {}, { usage, service_tier: 'flex' });
    const { value, notes } = decodeReply(body, { vendor: 'acme' });
    expect(value).toMatchObject({
      id: 'chatcmpl-9x',
      model: 'up-1',
      createdAt: 1763683200,
      serviceTier: 'flex',
      choices: [{ index: 0, parts: [{ type: 'text', text: 'ok' }], finish: { reason: 'stop' } }],
      usage: { input: 12, output: 5 },
    });
    expect(notes).toEqual([]);
    expect(readReply(body).usage).toEqual(value.usage);
  });

  it.each([
    ['reasoning_content', undefined, { reasoning_content: 'Hm.' }],
    ['reasoning', 'reasoning', { reasoning: 'Hm.' }],
    [
      'reasoning_details',
      undefined,
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm.' }] },
    ],
    [
      'all three',
      undefined,
      {
        reasoning_content: 'Hm.',
        reasoning: 'Hm.',
        reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
      },
    ],
    [
      'content',
      'thinking',
      {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Yes.' },
        ],
      },
    ],
  ])('reads reasoning from %s, once', (_, field, fields) => {
    expect(decode({ content: 'Yes.', ...fields }).parts).toEqual([
      {
        type: 'reasoning',
        text: 'Hm.',
        providerState: { vendor: 'acme', kind: 'plain', data: 'Hm.', ...(field && { field }) },
      },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  it('keeps encrypted reasoning beside visible reasoning', () => {
    const details = [
      { type: 'reasoning.summary', summary: 'Hm.', index: 0 },
      { type: 'reasoning.encrypted', data: 'blob', index: 1 },
    ];
    expect(
      decode({ content: 'Yes.', reasoning: 'Hm.', reasoning_details: details }).parts,
    ).toMatchObject([
      { type: 'reasoning', text: 'Hm.', providerState: { kind: 'plain' } },
      { type: 'reasoning', text: '', providerState: { vendor: 'acme', kind: 'redacted' } },
      { type: 'text' },
    ]);
  });

  it('reads the only call also beside an empty list of calls, and calls beside null', () => {
    const parts = [{ type: 'call', ...weather }];
    expect(decode({ tool_calls: [], function_call: weather }).parts).toMatchObject(parts);
    const tool_calls = [null, { id: 'a', type: 'function', function: weather }];
    expect(decode({ tool_calls }).parts).toMatchObject(parts);
  });

  it.each([
    ['last', 'Two.', ['One. ', 'Two.']],
    ['first', 'One.', ['One.', ' Two.']],
  ])('keeps the thoughts that have no detail where only the %s has one', (_, text, texts) => {
    const details = [{ type: 'reasoning.text', text, signature: 'c2ln' }];
    const { parts } = decode({ reasoning_content: 'One. Two.', reasoning_details: details });
    expect(parts).toMatchObject(
      texts.map((shown) => ({
        ...{ type: 'reasoning', text: shown },
        providerState: { kind: shown === text ? 'signature' : 'plain' },
      })),
    );
  });

  it.each(['stop', 'eos', 'tool_calls', null, undefined])(
    'says that calls wait although the reason is %s',
    (reason) => {
      const { parts, finish } = decode(
        { content: '', tool_calls: [{ id: 'a', type: 'function', function: weather }] },
        { finish_reason: reason },
      );
      expect(parts).toEqual([{ type: 'call', id: 'a', ...weather }]);
      expect(finish?.reason).toBe('calls');
    },
  );

  it('keeps the finish reason when the reply was truncated or filtered, or has no call', () => {
    const tool_calls = [{ id: 'a', type: 'function', function: weather }];
    expect(decode({ tool_calls }, { finish_reason: 'length' }).finish?.reason).toBe('length');
    expect(decode({ tool_calls }, { finish_reason: 'content_filter' }).finish?.reason).toBe(
      'filter',
    );
    expect(decode({ content: 'x' }, { finish_reason: 'tool_calls' }).finish?.reason).toBe('stop');
  });

  it('gives calls ids that are not empty and are unique', () => {
    const call = (id: string | null) => ({ id, type: 'function', function: weather });
    const { parts } = decode({ tool_calls: [call('same'), call('same'), call(''), call(null)] });
    const ids = parts?.map((part) => (part.type === 'call' ? part.id : ''));
    expect(ids).toEqual(['same', 'call_chatcmpl9x_1', 'call_chatcmpl9x_2', 'call_chatcmpl9x_3']);
  });

  it.each([
    ['', '{}'],
    [' ', '{}'],
    [null, '{}'],
    [{ city: 'Oslo' }, '{"city":"Oslo"}'],
    ['{"n": 1.0}', '{"n": 1.0}'],
    ['{"cut', '{"cut'],
  ])('reads the arguments %j as %s', (given, expected) => {
    const tool_calls = [{ id: 'a', function: { name: 'f', arguments: given } }];
    expect(decode({ tool_calls }).parts).toMatchObject([{ arguments: expected }]);
  });

  it('reads refusals, citations, old calls and custom calls', () => {
    expect(decode({ content: null, refusal: 'No.' }).parts).toEqual([
      { type: 'refusal', text: 'No.' },
    ]);
    const cited = { url: 'https://a.example/', title: '', start_index: 0, end_index: 2 };
    expect(
      decode({ content: 'ok', annotations: [{ type: 'url_citation', url_citation: cited }] }).parts,
    ).toEqual([
      { type: 'text', text: 'ok', citations: [{ url: 'https://a.example/', start: 0, end: 2 }] },
    ]);
    expect(decode({ content: 'ok', annotations: [] }).parts).toEqual([
      { type: 'text', text: 'ok' },
    ]);
    expect(decode({ function_call: weather }).parts).toMatchObject([{ type: 'call', ...weather }]);
    const custom = { id: 'c', type: 'custom', custom: { name: 'p', input: 'raw' } };
    expect(decode({ tool_calls: [custom] }).parts).toEqual([
      { type: 'call', id: 'c', name: 'p', arguments: 'raw', custom: true },
    ]);
  });

  it('ignores fields of the wrong type', () => {
    const { parts } = decode({ content: 'ok', refusal: 5, tool_calls: 'none', annotations: {} });
    expect(parts).toEqual([{ type: 'text', text: 'ok' }]);
  });

  it('notes audio replies and calls without a name', () => {
    const { parts, notes } = decode({
      content: null,
      audio: { id: 'a', data: 'AAAA', transcript: 'Hello.' },
      tool_calls: [{ id: 'a', function: { arguments: '{}' } }],
    });
    expect(parts).toEqual([{ type: 'text', text: 'Hello.' }]);
    expect(notes.map(({ path }) => path)).toEqual(['audio', 'tool_calls']);
  });
});

const target = {
  model: 'called',
  id: 'abc',
  createdAt: 1763683200,
  names: new NameMap(),
  includeUsage: false,
};

function encode(parts: Part[], fields: Partial<CanonicalReply['choices'][number]> = {}) {
  const reply: CanonicalReply = {
    choices: [{ index: 0, parts, finish: { reason: 'stop' }, ...fields }],
  };
  const { value, notes } = encodeReply(reply, target);
  return { choice: value.choices[0], message: value.choices[0]?.message, notes, value };
}

describe('encodeReply', () => {
  it('writes the envelope under the caller’s model name', () => {
    const { value } = encode([{ type: 'text', text: 'Good morning.' }]);
    expect(value).toEqual({
      id: 'chatcmpl-abc',
      object: 'chat.completion',
      created: 1763683200,
      model: 'called',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Good morning.', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
    });
  });

  it('joins text blocks without separators', () => {
    const { message } = encode([
      { type: 'text', text: 'One. ' },
      { type: 'text', text: 'Two.' },
    ]);
    expect(message?.content).toBe('One. Two.');
  });

  it('writes null content beside calls without text, and replaces invalid ids', () => {
    const { choice, message } = encode([
      { type: 'call', id: '', name: 'f', arguments: '' },
      { type: 'call', id: 'b', name: 'f', arguments: '{}' },
      { type: 'call', id: 'b', name: 'f', arguments: '{}' },
    ]);
    expect(message?.content).toBeNull();
    expect(message?.tool_calls?.map(({ id }) => id)).toEqual(['call_abc_1', 'b', 'call_abc_2']);
    expect(message?.tool_calls?.[0]).toMatchObject({ function: { arguments: '{}' } });
    expect(choice?.finish_reason).toBe('tool_calls');
  });

  it('gives calls the names the caller knows', () => {
    const names = new NameMap();
    const upstream = names.toUpstream('a.b');
    const parts: Part[] = [{ type: 'call', id: 'a', name: upstream, arguments: '{}' }];
    const reply = { choices: [{ index: 0, parts, finish: { reason: 'calls' as const } }] };
    const { value } = encodeReply(reply, { ...target, names });
    expect(value.choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'a.b' } }]);
  });

  it.each([
    ['stop', 'stop', 0],
    ['stop-sequence', 'stop', 0],
    ['length', 'length', 0],
    ['context', 'length', 1],
    ['calls', 'stop', 0],
    ['filter', 'content_filter', 0],
    ['pause', 'stop', 1],
    ['fault', 'stop', 1],
  ] as const)('writes the end %s as %s', (reason, word, count) => {
    const { choice, notes } = encode([{ type: 'text', text: 'x' }], { finish: { reason } });
    expect(choice?.finish_reason).toBe(word);
    expect(notes).toHaveLength(count);
  });

  it('uses the offsets of the text block for a citation without offsets', () => {
    const { message, notes } = encode([
      { type: 'text', text: 'The ferry leaves ' },
      { type: 'text', text: 'at nine', citations: [{ url: 'https://f.example/', title: 'Ferry' }] },
      { type: 'text', text: '.', citations: [{ title: 'a book' }] },
    ]);
    expect(message?.annotations).toEqual([
      {
        type: 'url_citation',
        url_citation: { url: 'https://f.example/', title: 'Ferry', start_index: 17, end_index: 24 },
      },
    ]);
    expect(notes).toHaveLength(1);
  });

  it('never writes a call of a provider-run tool', () => {
    const { message, notes } = encode([
      { type: 'server', dialect: 'anthropic-messages', raw: { type: 'server_tool_use' } },
      { type: 'text', text: 'At nine.' },
    ]);
    expect(message).toEqual({ role: 'assistant', content: 'At nine.', refusal: null });
    expect(notes).toMatchObject([{ path: 'choices[0].parts[0]', action: 'dropped' }]);
  });

  it('writes token probabilities unchanged, and null for those of no text', () => {
    const content = [{ token: 'x', logprob: -1, bytes: [120], top_logprobs: [] }];
    const logprobs = { content, refusal: [] };
    expect(encode([{ type: 'text', text: 'x' }], { logprobs }).choice?.logprobs).toEqual({
      content,
      refusal: null,
    });
  });
});

describe('provider state that passes through a client', () => {
  const parts: Part[] = [
    {
      type: 'reasoning',
      text: 'Ask the tool.',
      providerState: { vendor: 'anthropic', kind: 'signature', data: 'ErUB…==' },
    },
    {
      type: 'reasoning',
      text: '',
      providerState: { vendor: 'anthropic', kind: 'redacted', data: 'blob' },
    },
    {
      type: 'reasoning',
      text: 'Plain.',
      providerState: { vendor: 'deepseek', kind: 'plain', data: 'Plain.' },
    },
    { type: 'text', text: 'Checking.' },
    {
      type: 'call',
      id: 'a',
      name: 'f',
      arguments: '{}',
      providerState: { vendor: 'google', kind: 'signature', data: 'CsIB' },
    },
  ];

  it('comes back exactly when the client echoes the message', () => {
    const { message } = encode(parts);
    expect(message?.reasoning_content).toBe('Ask the tool.Plain.');
    const { value } = decodeRequest({ model: 'm', messages: [message ?? null] });
    expect(value.turns).toEqual([{ role: 'assistant', parts }]);
  });

  it('is lost, and nothing else is, when the client keeps only known fields', () => {
    const { message } = encode(parts);
    const { reasoning_details: _, reasoning_content: __, ...known } = message ?? {};
    const { value } = decodeRequest({ model: 'm', messages: [{ role: 'assistant', ...known }] });
    expect(value.turns[0]?.parts).toMatchObject([{ type: 'text' }, { type: 'call' }]);
  });
});
