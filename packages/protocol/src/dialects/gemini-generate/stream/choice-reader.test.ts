import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import type { Part } from '../../../canonical/part.ts';
import type { JsonObject } from '../../../json/value.ts';
import { codecs } from '../../../dialects.ts';
import { followingCitation } from '../../../shared/citation-places.ts';
import { lints } from '../../../testing/lints.ts';
import { tableTargets } from '../../../testing/pair-table.ts';
import { translateRequest } from '../../../testing/translation.ts';
import { replyTarget, writeStream } from '../../../testing/wire.ts';
import { decodeReply } from '../reply/reply.ts';
import { createStreamDecoder } from './decoder.ts';

function decode(...candidates: readonly JsonObject[]) {
  const decoder = createStreamDecoder({ vendor: 'google' });
  const events = candidates.flatMap((candidate) => {
    return decoder.push({ data: JSON.stringify({ candidates: [candidate] }) });
  });
  const given = [...events, ...decoder.end()];
  expect(checkEvents(given)).toEqual([]);
  return { parts: assembleReply(given).choices[0]?.parts, notes: decoder.notes, events: given };
}

const says = (...parts: JsonObject[]) => ({ content: { parts } });
const state = { vendor: 'google', kind: 'thought', data: 'U0lH' };
const signed = { text: '', thoughtSignature: 'U0lH' };
const web = { uri: 'https://a.test/', title: 'A' };
const end = { finishReason: 'STOP' };

it('what explains a stop is shown where there is nothing else', () => {
  const finishMessage = 'Not allowed.';
  const { parts } = decode({ finishReason: 'SAFETY', finishMessage });
  expect(parts).toEqual([{ type: 'refusal', text: finishMessage }]);
});

it('a translated stream says what it cannot carry', () => {
  const lost = { safetyRatings: [{ category: 'a' }] };
  const { notes } = decode({ ...says({ text: 'a' }), ...end, ...lost });
  expect(notes).toMatchObject([{ path: expect.stringMatching(/safetyRatings$/) as string }]);
  const decoder = createStreamDecoder({ vendor: 'google' });
  decoder.push({ data: JSON.stringify({ candidates: [], modelStatus: { stage: 'legacy' } }) });
  expect(decoder.notes).toMatchObject([{ path: expect.stringMatching(/modelStatus$/) as string }]);
});

describe('a signature without text after the text', () => {
  const thought = { type: 'reasoning', text: '', providerState: state };

  it('does not separate the text from the citations that follow', () => {
    const groundingMetadata = { groundingChunks: [{ web }] };
    const { parts, notes } = decode(says({ text: 'See A.' }), {
      ...says(signed),
      ...end,
      groundingMetadata,
    });
    const citations = [{ url: web.uri, title: web.title }];
    expect(parts).toEqual([{ type: 'text', text: 'See A.', citations }, thought]);
    expect(notes).toEqual([]);
  });

  it('precedes what follows in the reply', () => {
    const call = { functionCall: { name: 'now' } };
    const { parts } = decode(says({ text: 'a' }, signed, { text: 'b' }, signed, call), end);
    expect(parts).toMatchObject([
      { type: 'text', text: 'a' },
      thought,
      { type: 'text', text: 'b' },
      thought,
      { type: 'call', name: 'now' },
    ]);
  });

  it('adds no empty piece of text', () => {
    const { events } = decode(says({ text: 'a' }), { ...says({ text: '' }), ...end });
    expect(events.map((event) => event.type)).toEqual([
      ...['reply-start', 'part-start', 'part-delta', 'part-end', 'finish', 'reply-end'],
    ]);
  });

  it('is not taken from a thought with text of its own', () => {
    const own = { text: 'Hm.', thought: true, thoughtSignature: 'U0lH' };
    expect(decode(says({ text: 'a' }, own), end).parts).toMatchObject([
      { type: 'text', text: 'a' },
      { ...thought, text: 'Hm.' },
    ]);
  });

  it('counts each time', () => {
    expect(decode(says({ text: 'a' }, signed, signed), end).parts).toMatchObject([
      { type: 'text', text: 'a' },
      thought,
      thought,
    ]);
  });
});

it('a call stays without an id where the answer has none from which to make one', () => {
  const call = { functionCall: { name: 'now' } };
  expect(decode(says(call, call), end).parts).toMatchObject([{ id: '' }, { id: '' }]);
});

describe('citations that come last', () => {
  const groundingMetadata = { groundingChunks: [{ web }] };
  const cited = { ...end, groundingMetadata };
  const call = { functionCall: { name: 'now' } };
  const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
  const citations = [{ url: web.uri, title: web.title }];

  it.each<[string, JsonObject[]]>([
    ['a call', [call]],
    ['an image', [image]],
    ['an image and its signature', [image, signed]],
    ['an image and a call', [image, call]],
    ['a thought', [{ text: 'Hm.', thought: true }]],
    ['a signature, an image and a call', [signed, image, call]],
  ])('belong to the text before %s, as in a whole answer', (_, behind) => {
    const { parts, notes } = decode(says({ text: 'See A.' }, ...behind), cited);
    const whole = decodeReply(
      { candidates: [{ ...says({ text: 'See A.' }, ...behind), ...cited }] },
      { vendor: 'google' },
    ).value;
    expect(parts?.map(({ type }) => type)).toEqual(whole.choices[0]?.parts.map(({ type }) => type));
    expect(parts?.[0]).toEqual({ type: 'text', text: 'See A.', citations });
    expect(notes).toEqual([]);
  });

  it('keep the text after an image as a separate part', () => {
    const { parts } = decode(says({ text: 'a' }, image, { text: 'b' }), cited);
    expect(parts).toMatchObject([
      { type: 'text', text: 'a' },
      { type: 'media' },
      { type: 'text', text: 'b', citations },
    ]);
  });

  it('are noted when there is no text at all', () => {
    const { notes } = decode(says(call), cited);
    expect(notes).toEqual([
      {
        ...{ path: 'citationMetadata', action: 'dropped' },
        reason: 'A citation that refers to no text was left out.',
      },
    ]);
  });

  it.each([
    ['openai-chat', false],
    ['gemini-generate', false],
    ['anthropic-messages', true],
    ['openai-responses', true],
  ] as const)('reach a caller of %s after a call and after an image', (dialect, movesThem) => {
    for (const behind of [call, image, signed]) {
      const { events } = decode(says({ text: 'See A.' }, behind), cited);
      const { steps, notes } = writeStream(codecs[dialect], events, replyTarget());
      const isMoved = notes.some(({ reason }) => reason === followingCitation);
      expect(lints[dialect](steps)).toEqual([]);
      expect(steps.filter(({ data }) => data.includes(web.uri)).length).toBeGreaterThan(0);
      expect(isMoved).toBe(movesThem && behind === call);
    }
  });

  it('refer chat completions clients to the text they belong to', () => {
    const { events } = decode(says({ text: 'See A.' }, call), cited);
    const { steps } = writeStream(codecs['openai-chat'], events, replyTarget());
    const given = steps.find(({ data }) => data.includes('annotations'))?.data ?? '';
    expect(given).toContain('"start_index":0,"end_index":6');
  });
});

describe('an image of the reasoning', () => {
  const image = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });
  const draft = (data: string) => ({ ...image(data), thought: true });
  const mediaOf = (parts: readonly Part[] = []) => {
    return parts.flatMap((part) => (part.type === 'media' ? [part.source] : []));
  };

  it.each<[string, JsonObject[], string]>([
    ['is no output', [draft('AAAA'), draft('AAAB'), image('AAAC')], 'AAAC'],
    ['is no output after the text', [{ text: 'a' }, draft('AAAA'), image('AAAB')], 'AAAB'],
    ['is the output of a reply without another', [draft('AAAA'), draft('AAAB')], 'AAAB'],
  ])('%s', (_, given, shown) => {
    const streamed = decode(...given.map((part) => says(part)), end);
    const body = { candidates: [{ ...says(...given), ...end }] };
    const whole = decodeReply(body, { vendor: 'google' }).value.choices[0]?.parts;
    for (const parts of [streamed.parts, whole]) {
      expect(mediaOf(parts)).toMatchObject([{ base64: shown }]);
      expect(parts).toHaveLength(given.length);
    }
    const { steps, notes } = writeStream(codecs['openai-chat'], streamed.events, replyTarget());
    const images = steps.map(({ data }) => data).filter((data) => data.includes('base64,'));
    expect(images).toEqual([expect.stringContaining(shown)]);
    expect(notes).toMatchObject([{ action: 'dropped' }]);
  });

  it('stays one when the output was filtered', () => {
    const cut = { finishReason: 'IMAGE_SAFETY' };
    const streamed = decode(says(draft('AAAA')), cut);
    const body = { candidates: [{ ...says(draft('AAAA')), ...cut }] };
    const whole = decodeReply(body, { vendor: 'google' }).value.choices[0]?.parts;
    expect([mediaOf(streamed.parts), mediaOf(whole)]).toEqual([[], []]);
  });

  it('goes back to its own vendor only', () => {
    const contents = [
      { role: 'user', parts: [{ text: 'Draw.' }] },
      { role: 'model', parts: [draft('AAAA'), { text: 'Done.' }] },
      { role: 'user', parts: [{ text: 'Again.' }] },
    ];
    const upstreams = ['gemini-generate', 'openai-chat'] as const;
    const [home, elsewhere] = upstreams.map((dialect) => {
      const upstream = { codec: codecs[dialect], target: tableTargets[dialect] };
      return translateRequest(codecs['gemini-generate'], { contents }, upstream);
    });
    expect(home?.value.body['contents']).toEqual(contents);
    expect(JSON.stringify(elsewhere?.value.body)).not.toContain('AAAA');
    expect(elsewhere?.notes).toMatchObject([{ action: 'dropped' }]);
  });
});
