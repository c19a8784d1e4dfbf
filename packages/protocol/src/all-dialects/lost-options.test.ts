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
