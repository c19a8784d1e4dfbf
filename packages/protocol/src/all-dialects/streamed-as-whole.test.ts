import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import type { DialectId } from '../canonical/dialect.ts';
import type { Part } from '../canonical/part.ts';
import type { Choice } from '../canonical/reply.ts';
import { replayReply } from '../canonical/replay.ts';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { sendReply } from '../testing/translation.ts';
import { readStream, replyTarget, writeStream } from '../testing/wire.ts';

describe('citations of an empty text in a Responses reply', () => {
  const { vendor } = tableTargets['openai-responses'];
  const codec = codecs['openai-responses'];
  const annotation = { type: 'url_citation', url: 'https://a.example/', title: 'A' };
  const content = [{ type: 'output_text', text: '', annotations: [annotation] }];
  const item = { type: 'message', id: 'm', role: 'assistant', status: 'completed', content };
  const reply = { ...plainReplies['openai-responses'], output: [item] };
  const events = [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.annotation.added', output_index: 0, item_id: 'm', annotation },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: reply },
  ];
  const expected = [{ type: 'text', text: '', citations: [{ url: annotation.url, title: 'A' }] }];

  it('are kept', () => {
    expect(codec.decodeReply(reply, { vendor }).value.choices[0]?.parts).toMatchObject(expected);
  });

  it.each([events, events.slice(2), events.slice(3)])('are kept in a stream', (...given) => {
    const frames = given.map((event) => ({ data: JSON.stringify(event) }));
    const { steps } = readStream(codec, frames, vendor);
    expect(assembleReply(steps).choices[0]?.parts).toMatchObject(expected);
  });
});

describe('a second answer without content', () => {
  const text: Part = { type: 'text', text: 'Hi.' };
  const finish = { reason: 'stop' } as const;
  const choices: readonly Choice[] = [
    { index: 0, parts: [text], finish },
    { index: 1, parts: [], finish },
  ];
  const single: readonly DialectId[] = ['anthropic-messages', 'openai-responses'];

  it.each(single)('is noted for %s, whole and streamed', (dialect) => {
    const reply = { choices };
    const whole = sendReply(codecs[dialect], reply, replyTarget()).notes;
    const streamed = writeStream(codecs[dialect], replayReply(reply), replyTarget()).notes;
    expect(streamed).toEqual(expect.arrayContaining([...whole]));
    expect(whole).toContainEqual(expect.objectContaining({ action: 'dropped', path: 'choices' }));
  });
});
