import { describe, expect, it } from 'vitest';
import { dialectIds } from '../canonical/dialect.ts';
import { NoteBook } from '../canonical/note.ts';
import type { Part } from '../canonical/part.ts';
import type { CanonicalRequest, Turn } from '../canonical/request.ts';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { noteUnsupported, type UnsupportedOption } from './unsupported.ts';

const file: Part = {
  type: 'media',
  kind: 'document',
  source: { by: 'file', id: 'file_1', vendor: 'acme' },
};
const image: Part = {
  type: 'media',
  kind: 'image',
  source: { by: 'url', url: 'https://a.example/cat.png', mediaType: 'image/png' },
  name: 'cat.png',
};
const user: Turn = { role: 'user', parts: [{ type: 'text', text: 'Read it.' }] };
const answer: Turn = { role: 'assistant', parts: [{ type: 'text', text: 'Gladly.' }] };

describe.each(dialectIds)('a file that another vendor stores, towards %s', (dialect) => {
  const encodeTurns = (...turns: Turn[]) =>
    codecs[dialect].encodeRequest(
      {
        model: 'm',
        stream: false,
        includeUsage: false,
        turns: [{ role: 'instruction', parts: [{ type: 'text', text: 'Be brief.' }] }, ...turns],
        tools: [],
        sampling: {},
      },
      tableTargets[dialect],
    );
  const encode = (...parts: Part[]) => encodeTurns({ role: 'user', parts });

  it('is rejected when there is nothing else', () => {
    expect(() => encode(file)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });

  it('is rejected by name when it is all of the last user turn', () => {
    const error = { code: 'unsupported', param: 'turns[3].parts[0]' };
    expect(() => encodeTurns(user, answer, { role: 'user', parts: [file, file] })).toThrow(
      expect.objectContaining(error),
    );
    const late: Turn = { role: 'instruction', parts: [{ type: 'text', text: 'In French.' }] };
    expect(() => encodeTurns(user, answer, { role: 'user', parts: [file] }, late)).toThrow(
      expect.objectContaining(error),
    );
  });

  it('is omitted, with a note, when another user turn has content', () => {
    const lost: Turn = { role: 'user', parts: [file] };
    const path = expect.objectContaining({
      path: 'turns[1].parts[0]',
      action: 'dropped',
    }) as unknown;
    expect(encodeTurns(lost, answer, user).notes).toContainEqual(path);
    expect(encodeTurns(lost, user).notes).toContainEqual(path);
    expect(() => encodeTurns(user, lost)).not.toThrow();
  });

  it('is omitted, with a note, beside other text', () => {
    const { value, notes } = encode({ type: 'text', text: 'Read it.' }, file);
    expect(JSON.stringify(value.body)).toContain('Read it.');
    expect(JSON.stringify(value.body)).not.toContain('file_1');
    expect(notes).toContainEqual(
      expect.objectContaining({ path: 'turns[1].parts[1]', action: 'dropped' }),
    );
  });
});

const options: readonly UnsupportedOption[] = [
  ['candidates', 'One answer only.'],
  ['stopSequences', 'No stop strings.'],
  ['sampling.seed', 'No seed.'],
  ['sampling.frequencyPenalty', 'No penalties.'],
  ['sampling.logprobs', 'No probabilities.'],
  ['store', 'Nothing is kept.'],
];

function pathsOf(asked: Partial<CanonicalRequest>) {
  const notes = new NoteBook();
  const request = { model: 'm', stream: false, includeUsage: true, turns: [], tools: [] };
  noteUnsupported({ ...request, sampling: {}, ...asked }, options, notes);
  expect(notes.notes.every(({ action }) => action === 'dropped')).toBe(true);
  return notes.notes.map(({ path }) => path);
}

describe('noteUnsupported', () => {
  it('notes each option that the caller asks for, in the order of the rows', () => {
    const sampling = { topLogprobs: 0, frequencyPenalty: -1, seed: 0 };
    expect(pathsOf({ store: true, sampling, stopSequences: ['x'], candidates: 2 })).toEqual(
      options.map(([path]) => path),
    );
  });

  it('says nothing of what every upstream does without being told', () => {
    const sampling = { logprobs: false, frequencyPenalty: 0 };
    expect(pathsOf({ store: false, sampling, stopSequences: [], candidates: 1 })).toEqual([]);
  });
});

it.each(dialectIds)('the name of an image is text for %s, or a note', (dialect) => {
  const { value, notes } = codecs[dialect].encodeRequest(
    {
      ...{ model: 'm', stream: false, includeUsage: false, tools: [], sampling: {} },
      turns: [{ role: 'user', parts: [image] }],
    },
    tableTargets[dialect],
  );
  const isNoted = notes.some(({ path }) => path === 'turns[0].parts[0].name');
  expect(JSON.stringify(value.body).includes('"cat.png"')).toBe(dialect === 'gemini-generate');
  expect(isNoted).toBe(dialect !== 'gemini-generate');
});
