import { describe, expect, it } from 'vitest';
import { codecs } from '../../../dialects.ts';
import type { JsonObject } from '../../../json/value.ts';
import { tableTargets } from '../../../testing/pair-table.ts';
import { translateRequest } from '../../../testing/translation.ts';

type Upstream = keyof typeof codecs;

function send(to: Upstream, options: JsonObject) {
  const body = { messages: [{ role: 'user', content: 'Hi' }], model: 'm', ...options };
  const upstream = { codec: codecs[to], target: tableTargets[to] };
  const { value, notes } = translateRequest(codecs['openai-chat'], body, upstream);
  return { body: value.body, notes };
}

const lost = ({ notes }: ReturnType<typeof send>) =>
  notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);

describe('the switch for reasoning of other servers', () => {
  const enabled = { type: 'enabled', budget_tokens: 2000 };

  it.each<[Upstream, JsonObject]>([
    ['anthropic-messages', { thinking: { type: 'adaptive' } }],
    ['gemini-generate', { generationConfig: { thinkingConfig: { includeThoughts: true } } }],
    ['openai-responses', { reasoning: { effort: 'low' } }],
    ['openai-chat', { thinking: enabled }],
  ])('turns reasoning on at %s', (to, expected) => {
    const sent = send(to, { thinking: enabled });
    expect(sent.body).toMatchObject(expected);
    expect(sent.body).not.toHaveProperty('reasoning_effort');
    expect(lost(sent)).toEqual([]);
  });

  it.each<[Upstream, JsonObject]>([
    ['anthropic-messages', { thinking: { type: 'disabled' } }],
    ['openai-responses', { reasoning: { effort: 'none' } }],
    ['openai-chat', { thinking: { type: 'disabled' } }],
  ])('turns it off at %s', (to, expected) => {
    const sent = send(to, { thinking: { type: 'disabled' } });
    expect(sent.body).toMatchObject(expected);
    expect(lost(sent)).toEqual([]);
  });

  it('keeps what only its own servers know, and notes it elsewhere', () => {
    const thinking = { type: 'enabled', clear_thinking: false };
    expect(send('openai-chat', { thinking }).body).toMatchObject({ thinking });
    expect(lost(send('openai-responses', { thinking }))).toEqual(['thinking.clear_thinking']);
  });

  it.each([true, { type: 'future' }, 7])(
    'is not read from %j, which its own servers get',
    (thinking) => {
      expect(send('openai-chat', { thinking }).body).toMatchObject({ thinking });
      expect(lost(send('openai-responses', { thinking }))).toHaveLength(1);
    },
  );

  it('gives way to the official field', () => {
    const sent = send('openai-chat', { thinking: enabled, reasoning_effort: 'high' });
    expect(sent.body).toMatchObject({ thinking: enabled, reasoning_effort: 'high' });
    const elsewhere = send('openai-responses', { thinking: enabled, reasoning_effort: 'high' });
    expect(elsewhere.body).toMatchObject({ reasoning: { effort: 'high' } });
  });
});
