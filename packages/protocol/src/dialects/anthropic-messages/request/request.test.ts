import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { unknownModel } from '../../../profiles/row.ts';
import { scanObject } from '../../../json/scan.ts';
import { canonicalRequest } from '../../../testing/arbitraries.ts';
import { decodeRequest, encodeRequest, readRequest, spliceRequest } from './request.ts';

const profile: Profile = {
  ...unknownModel,
  maxOutputTokens: 64_000,
  maxTemperature: 1,
  reasoning: 'budget',
  efforts: ['low', 'medium', 'high'],
  structuredOutput: 'output-config',
};

const base = { model: 'call-name', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };

const asked: CanonicalRequest = {
  model: 'call-name',
  stream: false,
  includeUsage: true,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  tools: [],
  sampling: {},
};

function encode(request: Partial<CanonicalRequest>, changes: Partial<Profile> = {}) {
  const target = { model: 'claude-x', vendor: 'anthropic', profile: { ...profile, ...changes } };
  const { value, notes } = encodeRequest({ ...asked, ...request }, target);
  return { body: value.body, names: value.names, notes };
}

function faultOf(body: JsonValue): GatewayError {
  try {
    readRequest(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
  }
  throw new Error('The request was accepted.');
}

describe('readRequest', () => {
  const block = (content: JsonValue) => ({ ...base, messages: [{ role: 'user', content }] });

  it.each<[string, JsonValue, string | undefined]>([
    ['no object', 7, undefined],
    ['no model', { ...base, model: undefined }, 'model'],
    ['an empty model', { ...base, model: '' }, 'model'],
    ['no limit', { ...base, max_tokens: undefined }, 'max_tokens'],
    ['a negative limit', { ...base, max_tokens: -1 }, 'max_tokens'],
    ['a broken limit', { ...base, max_tokens: 1.5 }, 'max_tokens'],
    ['no messages', { ...base, messages: [] }, 'messages'],
    ['an unknown role', { ...base, messages: [{ role: 'bot', content: 'x' }] }, 'messages[0].role'],
    ['no content', { ...base, messages: [{ role: 'user' }] }, 'messages[0].content'],
    ['text without text', block([{ type: 'text' }]), 'messages[0].content[0].text'],
    ['a block without a type', block([{}]), 'messages[0].content[0].type'],
    [
      'an image without data',
      block([{ type: 'image', source: { type: 'base64', media_type: 'image/png' } }]),
      'messages[0].content[0].source.data',
    ],
    [
      'a result without its call',
      block([{ type: 'tool_result' }]),
      'messages[0].content[0].tool_use_id',
    ],
    ['a tool without a schema', { ...base, tools: [{ name: 'a' }] }, 'tools[0].input_schema'],
    ['a choice without a name', { ...base, tool_choice: { type: 'tool' } }, 'tool_choice.name'],
    [
      'thinking without a budget',
      { ...base, thinking: { type: 'enabled' } },
      'thinking.budget_tokens',
    ],
    ['a temperature below 0', { ...base, temperature: -0.1 }, 'temperature'],
    ['a temperature above 2', { ...base, temperature: 2.1 }, 'temperature'],
    ['a stop string of another type', { ...base, stop_sequences: [1] }, 'stop_sequences[0]'],
  ])('refuses %s', (_, body, param) => {
    const fault = faultOf(body);
    expect(fault.code).toBe('invalid-request');
    expect(fault.param).toBe(param);
    expect(fault.message).toMatch(/^\S.*\.$/);
  });

  it('names the required field', () => {
    expect(faultOf({ ...base, model: undefined }).message).toBe('model: it is required.');
  });

  it('accepts the result of an MCP tool that returned nothing', () => {
    const content = [{ type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1' }];
    const messages = [...base.messages, { role: 'assistant', content }];
    expect(readRequest({ ...base, messages }).decode().value.turns[1]?.parts).toEqual([
      { type: 'server', dialect: 'anthropic-messages', raw: content[0] },
    ]);
  });

  it('accepts unknown fields', () => {
    const body = {
      ...base,
      max_tokens: 0,
      stream: true,
      future: { a: 1 },
      messages: [
        { role: 'system', content: 'Env.', output_config: { effort: 'low' } },
        { role: 'user', content: [{ type: 'future_block', k: 1 }], extra: true },
      ],
      tools: [{ type: 'future_tool_20270101', name: 'x', anything: 1 }],
      thinking: { type: 'between_tools' },
    };
    expect(readRequest(body).summary).toEqual({
      model: 'call-name',
      stream: true,
      includeUsage: true,
      maxOutputTokens: 0,
    });
  });
});

describe('spliceRequest', () => {
  it('changes the model name and no other character', () => {
    const text = '{ "temperature": 1.0,\n  "model": "a/b", "messages": [{"model": "a/b"}] }';
    expect(spliceRequest(text, scanObject(text), 'claude-x')).toBe(
      '{ "temperature": 1.0,\n  "model": "claude-x", "messages": [{"model": "a/b"}] }',
    );
  });
});

describe('decodeRequest', () => {
  const decode = (fields: JsonObject) => decodeRequest({ ...base, ...fields }).value;

  it('rejects what readRequest rejects', () => {
    expect(() => decodeRequest({})).toThrow(GatewayError);
  });

  it('reads the plain settings', () => {
    const request = decode({
      stream: true,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 4,
      stop_sequences: ['END'],
      metadata: { user_id: 'u1', team: 'x' },
      service_tier: 'standard_only',
      output_config: {
        format: { type: 'json_schema', schema: { type: 'object' } },
        task_budget: 3,
      },
    });
    expect(request).toMatchObject({
      stream: true,
      maxOutputTokens: 100,
      sampling: { temperature: 0.5, topP: 0.9, topK: 4 },
      stopSequences: ['END'],
      user: 'u1',
      serviceTier: 'default',
      outputFormat: { type: 'schema', schema: { type: 'object' } },
      extras: {
        'anthropic-messages': { metadata: { team: 'x' }, output_config: { task_budget: 3 } },
      },
    });
  });

  it('reads the output format from its older field', () => {
    const format = { type: 'json_schema', schema: { type: 'object' } };
    expect(decode({ output_format: format }).outputFormat).toEqual({
      type: 'schema',
      schema: { type: 'object' },
      bound: true,
    });
  });

  it('drops redacted thinking that a client echoes as bytes, and keeps the call after it', () => {
    const content = [
      { type: 'redacted_thinking', data: { 0: 69, 1: 109 } },
      { type: 'tool_use', id: 'toolu_1', name: 'shot', input: {} },
    ];
    const messages = [{ role: 'assistant', content }];
    const { value, notes } = decodeRequest({ ...base, messages });
    expect(value.turns[0]?.parts).toEqual([
      { type: 'call', id: 'toolu_1', name: 'shot', arguments: '{}' },
    ]);
    expect(notes).toMatchObject([{ path: 'messages[0].content[0]', action: 'dropped' }]);
  });

  it('keeps what only this format has', () => {
    const fields = {
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      mcp_servers: [{ type: 'url', name: 'm', url: 'https://mcp.example' }],
      container: 'c1',
      speed: 'fast',
      diagnostics: { previous_message_id: null },
    };
    const request = decode(fields);
    expect(request.extras).toEqual({ 'anthropic-messages': fields });
    expect(request.services).toEqual(['fast']);
    expect(request.mayCompact).toBeUndefined();
    expect(request.mayReadServers).toBe(true);
    expect(decode({ mcp_servers: [] }).mayReadServers).toBeUndefined();
    expect(encode(request).body).toMatchObject(fields);
  });

  it('sees that the vendor may compact the conversation', () => {
    const fields = { context_management: { edits: [{ type: 'compact_20260112' }] } };
    expect(decode(fields)).toMatchObject({ mayCompact: true });
    expect(encode(decode(fields)).body).toMatchObject(fields);
  });
});

describe('encodeRequest', () => {
  it('sets the required output limit, with a note', () => {
    const { body, notes } = encode({});
    expect(body).toEqual({
      model: 'claude-x',
      max_tokens: 64_000,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(notes).toMatchObject([{ path: 'maxOutputTokens', action: 'defaulted' }]);
  });

  it('notes every option that the format does not have', () => {
    const { body, notes } = encode({
      maxOutputTokens: 5,
      candidates: 3,
      sampling: {
        seed: 1,
        presencePenalty: 1,
        frequencyPenalty: 1,
        logitBias: { 1: 1 },
        logprobs: true,
      },
      verbosity: 'low',
      cacheKey: 'k',
      metadata: { a: 'b' },
      store: true,
      serviceTier: 'flex',
      extras: { 'openai-chat': { prediction: {} } },
    });
    expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'messages']);
    expect(notes.map(({ path }) => path).sort()).toEqual(
      [
        'candidates',
        'sampling.seed',
        'sampling.presencePenalty',
        'sampling.frequencyPenalty',
        'sampling.logitBias',
        'sampling.logprobs',
        'verbosity',
        'cacheKey',
        'metadata',
        'store',
        'serviceTier',
        'prediction',
      ].sort(),
    );
    expect(notes.every(({ action }) => action === 'dropped')).toBe(true);
  });

  it('rejects a reference to a response that only its vendor stores', () => {
    expect(() => encode({ previousResponseId: 'resp_1' })).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'previous_response_id' }),
    );
  });

  it('writes structured output where the model accepts it', () => {
    const outputFormat = { type: 'schema', schema: { type: 'object', properties: {} } } as const;
    const format = {
      type: 'json_schema',
      schema: { type: 'object', properties: {}, additionalProperties: false },
    };
    expect(encode({ outputFormat }).body).toMatchObject({ output_config: { format } });
    expect(encode({ outputFormat }, { structuredOutput: 'output-format' }).body).toMatchObject({
      output_format: format,
    });
    const given = encode({ outputFormat: { ...outputFormat, description: 'One fruit.' } });
    expect(given.body).toMatchObject({
      output_config: { format: { schema: { description: 'One fruit.' } } },
    });
    const none = encode({ outputFormat }, { structuredOutput: 'none' });
    expect(none.body).not.toHaveProperty('output_config');
    expect(none.notes).toContainEqual(
      expect.objectContaining({ path: 'outputFormat', action: 'approximated' }),
    );
    expect(encode({ outputFormat: { type: 'json' } }).notes).toContainEqual(
      expect.objectContaining({ path: 'outputFormat', action: 'dropped' }),
    );
  });

  it('restores what was decoded from this format', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const { body } = encode({ ...request, maxOutputTokens: request.maxOutputTokens ?? 9 });
        const again = decodeRequest(body).value;
        const expected = {
          ...request,
          model: 'claude-x',
          maxOutputTokens: request.maxOutputTokens ?? 9,
        };
        expect(again).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('restores a request with many features unchanged', () => {
    const body = {
      model: 'claude-x',
      max_tokens: 9000,
      system: [
        { type: 'text', text: 'x-anthropic-billing-header: cc=1' },
        { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral', ttl: '1h' } },
      ],
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              source: { type: 'file', file_id: 'file_1' },
              title: 'Log',
              citations: { enabled: true },
            },
            {
              type: 'search_result',
              source: 'https://a.example',
              title: 'A',
              content: [{ type: 'text', text: 'found' }],
            },
            { type: 'container_upload', file_id: 'file_2' },
            { type: 'image', source: { type: 'novel_ref', ref: 'x' } },
            { type: 'document', source: { type: 'novel_ref', ref: 'y' }, title: 'New' },
            { type: 'text', text: 'Read.', cache_control: { type: 'ephemeral' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'U2ln' },
            { type: 'redacted_thinking', data: 'ZW5j' },
            {
              type: 'server_tool_use',
              id: 'srvtoolu_1',
              name: 'web_search',
              input: { query: 'a' },
            },
            { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
            {
              type: 'text',
              text: 'So.',
              citations: [
                {
                  type: 'char_location',
                  cited_text: 'so',
                  document_index: 0,
                  document_title: 'Log',
                  start_char_index: 0,
                  end_char_index: 2,
                },
              ],
            },
            { type: 'tool_use', id: 'toolu_1', name: 'shot', input: { n: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              is_error: true,
              content: [
                { type: 'text', text: 'left' },
                { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
                { type: 'tool_reference', tool_name: 'deploy' },
                { type: 'browser_state', tabs: [{ tab_id: '1', title: 'A', url: 'https://a' }] },
              ],
            },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
      tools: [
        {
          name: 'shot',
          description: 'Takes a picture',
          input_schema: { type: 'object', properties: { n: { type: 'integer', minimum: 0 } } },
          defer_loading: true,
          cache_control: { type: 'ephemeral' },
        },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
      ],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' },
      metadata: { user_id: 'u1' },
      context_management: { edits: [] },
      stream: true,
    };
    expect(encode(decodeRequest(body).value).body).toEqual(body);
  });
});
