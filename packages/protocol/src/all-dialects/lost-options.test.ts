import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import { codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { plainBodies } from '../testing/probes/probe.ts';
import { translateRequest } from '../testing/translation.ts';

describe('an option whose value only one format knows', () => {
  const options: readonly (readonly [DialectId, string, JsonObject])[] = [
    ['openai-responses', 'text.format', { text: { format: { type: 'grammar', syntax: 'lark' } } }],
    ['anthropic-messages', 'output_config.effort', { output_config: { effort: 'extreme' } }],
    [
      'anthropic-messages',
      'thinking.display',
      { thinking: { type: 'adaptive', display: 'updates' } },
    ],
    ['openai-chat', 'response_format', { response_format: { type: 'grammar' } }],
    [
      'gemini-generate',
      'generationConfig.thinkingConfig',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'ULTRA' } } },
    ],
  ];

  it.each(options)('of %s is noted as %s elsewhere and kept at home', (from, path, body) => {
    for (const codec of Object.values(codecs)) {
      const target = tableTargets[codec.dialect];
      const request = { ...plainBodies[from], ...body };
      const { value, notes } = translateRequest(codecs[from], request, { codec, target });
      const lost = notes.filter(({ action }) => action === 'dropped').map((note) => note.path);
      if (codec.dialect !== from) expect(lost).toEqual([path]);
      else if (lost.length === 0) expect(value.body).toMatchObject(body);
    }
  });
});

describe('a default that a client states', () => {
  const tool = { type: 'function', name: 'f', parameters: { type: 'object' }, strict: false };
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
  const result = { type: 'function_call_output', call_id: 'c', output: 'x' };
  const direct = { caller: { type: 'direct' } };
  const defaults: readonly (readonly [DialectId, JsonObject, JsonObject])[] = [
    ['openai-chat', { modalities: ['text'] }, {}],
    ['openai-chat', { metadata: {} }, {}],
    [
      'openai-responses',
      { reasoning: { effort: 'low', mode: 'standard', context: 'auto' } },
      { reasoning: { effort: 'low' } },
    ],
    [
      'openai-responses',
      { tools: [{ ...tool, async: false, defer_loading: false }] },
      { tools: [tool] },
    ],
    [
      'openai-responses',
      {
        tools: [tool],
        input: [
          { ...call, ...direct, async: false },
          { ...result, ...direct },
        ],
      },
      { tools: [tool], input: [call, result] },
    ],
  ];

  it.each(defaults)('of %s is no loss: %j', (from, body, plain) => {
    for (const codec of Object.values(codecs)) {
      if (codec.dialect === from) continue;
      const target = tableTargets[codec.dialect];
      const notesOf = (fields: JsonObject) =>
        translateRequest(codecs[from], { ...plainBodies[from], ...fields }, { codec, target })
          .notes;
      expect(notesOf(body)).toEqual(notesOf(plain));
    }
  });
});

describe('an option of which another format knows a part', () => {
  function translate(from: DialectId, to: DialectId, body: JsonObject) {
    const upstream = { codec: codecs[to], target: tableTargets[to] };
    const translated = translateRequest(codecs[from], { ...plainBodies[from], ...body }, upstream);
    const lost = translated.notes.filter(({ action }) => action === 'dropped');
    return { body: translated.value.body, lost: lost.map(({ path }) => path) };
  }

  it.each<[JsonObject, JsonObject, string[]]>([
    [{ mode: 'explicit', ttl: '30m' }, { mode: 'explicit', ttl: '30m' }, []],
    [{ mode: 'explicit', ttl: '12h' }, { mode: 'explicit' }, ['ttl']],
    [{ prewarm: true, comparison_response_id: 'r' }, {}, ['prewarm', 'comparison_response_id']],
    [{ prewarm: false, comparison_response_id: null }, {}, []],
  ])('of the cache options %j of Responses, Chat Completions gets %j', (given, sent, lost) => {
    const options = { prompt_cache_options: given };
    const there = translate('openai-responses', 'openai-chat', options);
    expect(there.body['prompt_cache_options']).toEqual(sent);
    expect(there.lost).toEqual(lost.map((name) => `prompt_cache_options.${name}`));
    for (const home of ['openai-responses', 'openai-chat'] as const) {
      expect(translate(home, home, options).body).toMatchObject(options);
    }
  });

  it('a number of probabilities is no option of a client that wants none', () => {
    const options = { generationConfig: { responseLogprobs: false, logprobs: 3 } };
    expect(translate('gemini-generate', 'gemini-generate', options).body).toMatchObject(options);
    const there = translate('gemini-generate', 'openai-chat', options);
    expect(there.body['logprobs']).toBe(false);
    expect(there.body).not.toHaveProperty('top_logprobs');
    expect(there.lost).toEqual(['generationConfig.logprobs']);
  });

  it('an older limit beside another new one is noted', () => {
    const given = { max_completion_tokens: 20, max_tokens: 30 };
    const there = translate('openai-chat', 'anthropic-messages', given);
    expect(there.body['max_tokens']).toBe(20);
    expect(there.lost).toEqual(['max_tokens']);
    const same = { max_completion_tokens: 20, max_tokens: 20 };
    expect(translate('openai-chat', 'anthropic-messages', same).lost).toEqual([]);
  });

  const city = { type: 'object', properties: { city: { type: 'string' } } };
  const closed = { ...city, additionalProperties: false };

  it.each([
    [closed, false],
    [{ ...closed, required: ['city'] }, true],
  ])('a strict tool of Messages, whose keys may be optional: %j', (input_schema, strict) => {
    const tools = { tools: [{ name: 'f', input_schema, strict: true }] };
    const chat = translate('anthropic-messages', 'openai-chat', tools).body;
    const responses = translate('anthropic-messages', 'openai-responses', tools).body;
    expect(chat['tools']).toMatchObject([{ function: strict ? { strict } : { name: 'f' } }]);
    expect(JSON.stringify(chat['tools']).includes('"strict":true')).toBe(strict);
    expect(responses['tools']).toMatchObject([{ strict }]);
    expect(
      translate('openai-chat', 'openai-responses', {
        tools: [{ type: 'function', function: { name: 'f', parameters: closed, strict: true } }],
      }).body['tools'],
    ).toMatchObject([{ strict: true }]);
  });

  it.each(['anthropic-messages', 'gemini-generate'] as const)(
    'of two descriptions of the output, %s gets both',
    (to) => {
      const schema = { ...closed, description: 'Inner.' };
      const json_schema = { name: 'a', description: 'Outer.', schema };
      const format = { response_format: { type: 'json_schema', json_schema } };
      const sent = JSON.stringify(translate('openai-chat', to, format).body);
      expect(sent).toContain('"description":"Outer.\\nInner."');
    },
  );
});
