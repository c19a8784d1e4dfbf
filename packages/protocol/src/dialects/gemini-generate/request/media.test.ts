import { describe, expect, it } from 'vitest';
import type { MediaPart } from '../../../canonical/part.ts';
import { decodeContents, encodeTurns, gemini3 } from '../testing/requests.ts';
import { assistant, call, contentsOf, image, result, text, user } from '../testing/turns.ts';

/** The parts that are written, and the notes. */
type Outcome = [object[], string[]];

const inline = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };

describe('media', () => {
  const shot = [user(text('Shoot')), assistant(call('a', { name: 'shot', arguments: '{}' }))];

  it('of results are inside them where the model accepts that', () => {
    const { body, notes } = encodeTurns([...shot, result('a', text('Here'), image)], gemini3);
    expect(contentsOf(body)[2]?.parts).toEqual([
      {
        functionResponse: { id: 'a', name: 'shot', response: { output: 'Here' }, parts: [inline] },
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('of results lose their level of detail with a note', () => {
    const detailed = { ...image, detail: 'high' };
    const { notes } = encodeTurns([...shot, result('a', text('Here'), detailed)], gemini3);
    expect(notes).toEqual(['dropped turns[2].detail']);
  });

  it('of results lose their cache mark and the fields of another format with a note', () => {
    const marked: MediaPart = {
      ...image,
      cache: { lifetime: '5m' },
      extras: { 'anthropic-messages': { transformations: { oversized_image: 'error' } } },
    };
    const cached = { type: 'text', text: 'Here', cache: { lifetime: '5m' } } as const;
    const { notes } = encodeTurns([...shot, result('a', cached, marked)], gemini3);
    expect(notes.toSorted()).toEqual([
      'dropped turns[2].cache',
      'dropped turns[2].cache',
      'dropped turns[2].transformations',
    ]);
  });

  it('of results that have a name or a description follow them, so that the model sees both', () => {
    const titled: MediaPart = { ...image, name: 'a.png', context: 'The first try.' };
    const { body } = encodeTurns([...shot, result('a', titled)], gemini3);
    expect(contentsOf(body)[2]?.parts.slice(1)).toEqual([
      { text: 'Attachment of the result of shot:' },
      { text: 'a.png\nThe first try.' },
      inline,
    ]);
  });

  it('of results stay inside those that refer to them by name', () => {
    const named = { inlineData: { ...inline.inlineData, displayName: 'a.png' } };
    const response = { seen: { $ref: 'a.png' } };
    const functionResponse = { name: 'shot', response, parts: [named] };
    const turns = decodeContents(
      { role: 'user', parts: [{ text: 'Shoot' }] },
      { role: 'model', parts: [{ functionCall: { name: 'shot' } }] },
      { role: 'user', parts: [{ functionResponse }] },
    );
    const { body, notes } = encodeTurns(turns, gemini3);
    expect(contentsOf(body)[2]?.parts).toMatchObject([{ functionResponse }]);
    expect(contentsOf(body)[2]?.parts).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('of results become text where they are SVG images, with a note', () => {
    const source = { by: 'bytes', mediaType: 'image/svg+xml', base64: btoa('<svg/>') } as const;
    const { body, notes } = encodeTurns([...shot, result('a', { ...image, source })], gemini3);
    expect(JSON.stringify(contentsOf(body)[2])).toContain('"output":"<svg/>"');
    expect(notes).toEqual(['approximated turns[2]']);
  });

  it('of results follow them for other models', () => {
    const { body, notes } = encodeTurns([...shot, result('a', image)]);
    expect(contentsOf(body)[2]?.parts).toEqual([
      {
        functionResponse: {
          id: 'a',
          name: 'shot',
          response: { output: '(An attachment of this result follows.)' },
        },
      },
      { text: 'Attachment of the result of shot:' },
      inline,
    ]);
    expect(notes).toEqual(['moved turns[2]']);
  });

  it('that results cannot hold follow them for every model', () => {
    const audio: MediaPart = {
      type: 'media',
      kind: 'audio',
      source: { by: 'bytes', mediaType: 'audio/wav', base64: 'UklGRg==' },
    };
    const { body } = encodeTurns([...shot, result('a', audio)], gemini3);
    expect(contentsOf(body)[2]?.parts).toHaveLength(3);
  });

  it.each<[string, MediaPart, ...Outcome]>([
    [
      'data under the type its bytes show',
      { ...image, source: { by: 'bytes', mediaType: 'image/jpeg', base64: 'iVBORw0KGgo=' } },
      [inline],
      [],
    ],
    [
      'an address with the type its ending shows',
      { ...image, source: { by: 'url', url: 'https://x.example/a.webp?s=1' } },
      [{ fileData: { fileUri: 'https://x.example/a.webp?s=1', mimeType: 'image/webp' } }],
      [],
    ],
    [
      'an address without an ending',
      { ...image, source: { by: 'url', url: 'https://x.example/a' } },
      [{ fileData: { fileUri: 'https://x.example/a', mimeType: 'image/jpeg' } }],
      ['defaulted turns[0].parts[0]'],
    ],
    [
      'a file of the vendor',
      { ...image, source: { by: 'file', id: 'gs://b/a.png', vendor: 'google' } },
      [{ fileData: { fileUri: 'gs://b/a.png', mimeType: 'image/png' } }],
      [],
    ],
    [
      'no file of another vendor',
      { ...image, source: { by: 'file', id: 'file_1', vendor: 'openai' } },
      [],
      ['dropped turns[0].parts[0]'],
    ],
    [
      'text as text, with its name',
      { type: 'media', kind: 'document', source: { by: 'text', text: 'Once' }, name: 'a.txt' },
      [{ text: 'a.txt\nOnce' }],
      [],
    ],
    [
      'a plain-text file as text',
      {
        type: 'media',
        kind: 'document',
        source: { by: 'bytes', mediaType: 'text/plain', base64: btoa('Once') },
      },
      [{ text: 'Once' }],
      [],
    ],
    [
      'an SVG image, which the vendor refuses, as its source',
      {
        ...{ type: 'media', kind: 'image' },
        source: { by: 'bytes', mediaType: 'image/svg+xml', base64: btoa('<svg/>') },
      },
      [{ text: '<svg/>' }],
      ['approximated turns[0].parts[0]'],
    ],
    [
      'the name of a file before it',
      { ...image, name: 'a.png', context: 'A cat.', detail: 'high' },
      [{ text: 'a.png\nA cat.' }, inline],
      ['dropped turns[0].parts[0].detail', 'moved turns[0].parts[0]'],
    ],
  ])('%s', (_, part, ...[written, expected]) => {
    const { body, notes } = encodeTurns([user(part, text('Look'))]);
    expect(contentsOf(body)[0]?.parts).toEqual([...written, { text: 'Look' }]);
    expect(notes).toEqual(expected);
  });
});
