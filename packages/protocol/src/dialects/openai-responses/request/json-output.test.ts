import { expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import { askForJson } from './json-output.ts';
import type { InputItem } from './types.ts';

const request: CanonicalRequest = {
  model: 'm',
  stream: false,
  includeUsage: true,
  turns: [],
  tools: [],
  sampling: {},
  outputFormat: { type: 'json' },
};
const say = (text: string): InputItem => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});

it('adds the word where no message has it', () => {
  const notes = new NoteBook();
  const [first, ...others] = askForJson([say('Hi')], request, notes);
  expect(first).toMatchObject({ role: 'developer', content: expect.stringContaining('JSON') });
  expect(others).toEqual([say('Hi')]);
  expect(notes.notes).toMatchObject([{ action: 'defaulted', path: 'outputFormat' }]);
});

it.each<[string, CanonicalRequest]>([
  ['Answer in Json.', request],
  ['Hi', { ...request, outputFormat: { type: 'schema', schema: {} } }],
])('leaves the input as it is: %s', (text, asked) => {
  const notes = new NoteBook();
  expect(askForJson([say(text)], asked, notes)).toEqual([say(text)]);
  expect(notes.notes).toEqual([]);
});
