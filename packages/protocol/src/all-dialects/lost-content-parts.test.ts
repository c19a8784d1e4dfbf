import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { JsonObject } from '../json/value.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { createStreamTranslator } from '../translate/stream.ts';
import { translateReply } from '../translate/reply.ts';

const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };

interface Answer {
  readonly body: JsonObject;
  readonly events: readonly JsonObject[];
}

/** What clients get of a reply, whole and streamed, with the notes on losses. */
function translations({ body, events }: Answer, from: DialectId, to: DialectId) {
  const options = { from, to, ...facts };
  const translator = createStreamTranslator(options);
  const data = [...events.map((event) => JSON.stringify(event)), '[DONE]'];
  const text = translator.push(data.map((line) => `data: ${line}\n\n`).join(''));
  expect(translator.state).toBe('ended');
  const whole = translateReply(body, options);
  return [
    { text: whole.json, notes: whole.notes },
    { text, notes: translator.notes },
  ].map(({ text: written, notes }) => ({
    text: written,
    lost: notes.filter(({ action }) => action === 'dropped').map(({ reason }) => reason),
  }));
}

function chatOf(content: JsonObject[]): Answer {
  const choice = { index: 0, finish_reason: 'stop' };
  const { usage, ...body } = plainReplies['openai-chat'];
  const message = { role: 'assistant', content };
  return {
    body: { ...body, usage, choices: [{ ...choice, message }] },
    events: [
      { id: 'c', choices: [{ ...choice, delta: message }] },
      { id: 'c', choices: [], usage },
    ],
  };
}

const text = { type: 'text', text: 'Hi.' };
const others = dialectIds.filter((to) => to !== 'openai-chat');

describe('the parts of the content of a chat reply', () => {
  it.each(others)('reach clients of %s: a refusal', (to) => {
    const answer = chatOf([text, { type: 'refusal', refusal: 'I will not.' }]);
    for (const translated of translations(answer, 'openai-chat', to)) {
      expect(translated.text).toContain('Hi.');
      expect(translated.text).toContain('I will not.');
      expect(translated.lost).toEqual([]);
    }
  });

  it.each(['gemini-generate', 'openai-responses'] as const)('reach %s: an image', (to) => {
    const image_url = { url: 'data:image/png;base64,iVBORw0KGgo=' };
    const answer = chatOf([text, { type: 'image_url', image_url }]);
    for (const translated of translations(answer, 'openai-chat', to)) {
      expect(translated.text).toContain('iVBORw0KGgo=');
      expect(translated.lost).toEqual([]);
    }
  });

  it.each(others)('of an unknown kind are noted for %s', (to) => {
    const answer = chatOf([text, { type: 'reference', reference_ids: [1] }]);
    for (const translated of translations(answer, 'openai-chat', to)) {
      expect(translated.lost).toEqual(['A message holds content of an unknown kind.']);
    }
  });
});

describe('audio in a Responses reply', () => {
  const content = [{ type: 'output_audio', data: 'UklGRg==', transcript: 'Good morning.' }];
  const item = { type: 'message', id: 'm', role: 'assistant', status: 'completed', content };
  const body: JsonObject = { ...plainReplies['openai-responses'], output: [item] };
  const events = [
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: body },
  ];

  it.each(dialectIds.filter((to) => to !== 'openai-responses'))('reaches %s as text', (to) => {
    for (const translated of translations({ body, events }, 'openai-responses', to)) {
      expect(translated.text).toContain('Good morning.');
      expect(translated.lost).toEqual(['Only the transcript of an audio reply is kept.']);
    }
  });
});
