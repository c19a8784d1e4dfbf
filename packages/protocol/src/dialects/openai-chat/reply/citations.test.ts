import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../json/parse.ts';
import type { JsonObject } from '../../../json/value.ts';
import { decodeStream } from '../../../testing/wire.ts';
import { openaiChat } from '../codec.ts';
import { decodeReply } from './reply.ts';

const source = { vendor: 'openai' };
const [first, second] = ['https://a.example/', 'https://b.example/'];

function decode(message: JsonObject, fields: JsonObject = {}) {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }];
  const body = parseJson(JSON.stringify({ id: 'c', choices, ...fields })) ?? null;
  return decodeReply(body, source);
}

describe('the sources of a search', () => {
  it.each<[JsonObject, JsonObject[]]>([
    [
      { search_results: [{ url: first, title: 'A' }], citations: [first, second] },
      [{ url: first, title: 'A' }, { url: second }],
    ],
    [{ search_results: [], citations: [first] }, [{ url: first }]],
    [{ search_results: [{ url: first, title: '' }], citations: null }, [{ url: first }]],
  ])('are those of both lists, each once: %j', (fields, citations) => {
    const { value } = decode({ content: 'Hi' }, fields);
    expect(value.choices[0]?.parts).toEqual([{ type: 'text', text: 'Hi', citations }]);
  });

  it('stay those of an earlier chunk when a later one lists none', () => {
    const choice = { index: 0, delta: { content: 'Hi' }, finish_reason: null };
    const chunks = [
      { id: 'c', choices: [choice], citations: [first] },
      { id: 'c', choices: [{ ...choice, delta: {}, finish_reason: 'stop' }], citations: [] },
    ];
    const frames = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
    const events = decodeStream(
      openaiChat,
      frames.map((data) => ({ data })),
      'openai',
    );
    expect(events).toContainEqual({ type: 'part-citation', index: 0, citation: { url: first } });
  });
});

it('a citation of a reply without text leaves a note', () => {
  const cited = { url: first, title: 'A', start_index: 0, end_index: 2 };
  const { notes } = decode({
    content: null,
    annotations: [{ type: 'url_citation', url_citation: cited }],
    tool_calls: [{ id: 'k', type: 'function', function: { name: 'f', arguments: '{}' } }],
  });
  expect(notes).toMatchObject([{ action: 'dropped', path: 'annotations' }]);
});
