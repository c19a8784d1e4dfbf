import { describe, expect, it } from 'vitest';
import type { MediaPart, Part } from '../../canonical/part.ts';
import { codecs } from '../../dialects.ts';
import { overrideProfile } from '../../profiles/guess.ts';
import { targetOf } from '../../testing/upstreams.ts';
import { decodeFileData } from './content.ts';

const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } };
const text = (lifetime: '5m' | '1h'): Part => ({ type: 'text', text: 'Hi', cache: { lifetime } });
const image: MediaPart = {
  type: 'media',
  kind: 'image',
  source: { by: 'url', url: 'https://i.example/a.png' },
  cache: { lifetime: '5m' },
};

function encode(dialect: 'openai-chat' | 'openai-responses', cacheMarks: boolean, parts: Part[]) {
  const target = targetOf('gpt-6', 'openai');
  const { value, notes } = codecs[dialect].encodeRequest(
    {
      model: 'm',
      stream: false,
      includeUsage: false,
      turns: [
        { role: 'instruction', parts: [text('5m')] },
        { role: 'user', parts },
      ],
      tools: [],
      sampling: {},
    },
    { ...target, profile: overrideProfile(target.profile, { cacheMarks }) },
  );
  return { body: JSON.stringify(value.body), notes };
}

describe.each(['openai-chat', 'openai-responses'] as const)('cache marks in %s', (dialect) => {
  it('are set on text and media of the user', () => {
    const { body, notes } = encode(dialect, true, [text('5m'), image]);
    expect(body.split(JSON.stringify(breakpoint).slice(1, -1))).toHaveLength(3);
    // Instructions are one string, which holds none.
    expect(notes).toMatchObject([{ path: 'turns[0].parts[0].cache', action: 'dropped' }]);
  });

  it('add a note when the requested lifetime is not available', () => {
    const { notes } = encode(dialect, true, [text('1h')]);
    expect(notes).toContainEqual(
      expect.objectContaining({ path: 'turns[1].parts[0].cache', action: 'approximated' }),
    );
  });

  it('are omitted, with a note for each, where the model accepts none', () => {
    const { body, notes } = encode(dialect, false, [text('5m'), image]);
    expect(body).not.toContain('cache');
    expect(notes.map(({ path }) => path)).toEqual([
      'turns[0].parts[0].cache',
      'turns[1].parts[0].cache',
      'turns[1].parts[1].cache',
    ]);
  });
});

describe('file data without its type', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const unknown = 'application/octet-stream';

  it.each([
    ['JVBERi0=', 'a.docx', 'application/pdf'],
    ['iVBORw0KGgo=', '', 'image/png'],
    ['UEs=', 'a.b.DOCX', word],
    ['PHA+', 'a.html', 'text/html'],
    ['SGk=', 'a.csv', 'text/plain'],
    ['UEs=', 'a.xyz', unknown],
    ['UEs=', 'a.constructor', unknown],
    ['UEs=', 'report', 'application/pdf'],
  ])('gets the type that its start or its name shows: %s in %j', (data, name, mediaType) => {
    expect(decodeFileData(data, name)).toEqual({ by: 'bytes', mediaType, base64: data });
  });

  it('keeps the type of a data URL', () => {
    const url = 'data:application/zip;base64,UEs=';
    const expected = { by: 'bytes', mediaType: 'application/zip', base64: 'UEs=' };
    expect(decodeFileData(url, 'a.docx')).toEqual(expected);
  });
});
