import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { Note } from '../canonical/note.ts';
import type { Citation, Part } from '../canonical/part.ts';
import type { CanonicalReply, Choice, Finish } from '../canonical/reply.ts';
import { replayReply } from '../canonical/replay.ts';
import { noUsage, type Usage } from '../canonical/usage.ts';
import { codecs } from '../dialects.ts';
import { lints } from '../testing/lints.ts';
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

/** What notes say; their paths differ where a stream does not know the index of a part. */
function wordsOf(notes: readonly Note[]): string[] {
  return [...new Set(notes.map(({ action, reason }) => `${action}: ${reason}`))].toSorted();
}

describe('a reply of any kinds of parts', () => {
  const text = fc.constantFrom('Hi.', 'ü𝒳👩‍👩‍👧', '\u2028\u0000', ' ', '{"a":1}');
  const citation = fc.constantFrom<Citation>(
    { url: 'https://a.example/', title: 'A' },
    { url: 'https://a.example/', start: 0, end: 1 },
    { title: 'A', quote: 'Hi' },
  );
  const said = fc.oneof<fc.Arbitrary<Part>[]>(
    fc.record({
      type: fc.constant('text'),
      text,
      citations: fc.array(citation, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('text'), text, phase: fc.constant('commentary') }),
    fc.record({ type: fc.constant('refusal'), text }),
    fc.constantFrom<Part>(
      {
        type: 'media',
        kind: 'image',
        source: { by: 'bytes', mediaType: 'image/png', base64: 'aGk=' },
      },
      {
        type: 'media',
        kind: 'audio',
        source: { by: 'bytes', mediaType: 'audio/wav', base64: 'aGk=' },
      },
      { type: 'server', dialect: 'gemini-generate', raw: { executableCode: { code: '1' } } },
    ),
    fc.uuid().map((id): Part => {
      return { type: 'server', dialect: 'openai-responses', raw: { type: 'web_search_call', id } };
    }),
  );
  const call: fc.Arbitrary<Part> = fc.record({
    type: fc.constant('call'),
    id: fc.constantFrom('c', 'd', ''),
    name: fc.constant('f'),
    arguments: fc.constantFrom('{}', '{"a":"ü"}', ''),
  });
  const token = { token: 'Hi.', logprob: -1, bytes: null, top_logprobs: [] };
  const answer = fc.record(
    {
      parts: fc
        .tuple(fc.array(said, { maxLength: 3 }), fc.array(call, { maxLength: 2 }))
        .map((parts): Part[] => parts.flat()),
      finish: fc.constantFrom<Finish>(
        { reason: 'stop' },
        { reason: 'length' },
        { reason: 'context' },
        { reason: 'pause' },
        { reason: 'filter' },
        { reason: 'stop-sequence', stopSequence: 'END' },
      ),
      logprobs: fc.constantFrom(
        { content: [token], refusal: [] },
        { content: [], refusal: [token] },
      ),
    },
    { requiredKeys: ['parts', 'finish'], noNullPrototype: true },
  );
  const media = { input: 1, output: 2 };
  const counts = { ...noUsage, input: 5, output: 7, reasoning: 1 };
  const replies: fc.Arbitrary<CanonicalReply> = fc
    .record(
      {
        choices: fc.array(answer, { minLength: 1, maxLength: 2 }),
        usage: fc.constantFrom<Usage>(
          counts,
          { ...counts, cacheWrite1h: 3 },
          { ...counts, cacheWrite5m: 3, audio: media },
          { ...counts, image: media, video: media },
        ),
        serviceTier: fc.constantFrom('priority', 'ultrafast', 'default', 'standard'),
      },
      { requiredKeys: ['choices'], noNullPrototype: true },
    )
    .map((reply) => ({
      ...reply,
      choices: reply.choices.map((choice, index) => ({ ...choice, index })),
    }));

  it.each(dialectIds)('is said and noted for %s in a stream as in a whole reply', (dialect) => {
    const codec = codecs[dialect];
    fc.assert(
      fc.property(replies, (reply) => {
        const whole = sendReply(codec, reply, replyTarget());
        const streamed = writeStream(codec, replayReply(reply), replyTarget());
        expect(lints[dialect](streamed.steps)).toEqual([]);
        expect(wordsOf(streamed.notes)).toEqual(wordsOf(whole.notes));
      }),
    );
  });
});
