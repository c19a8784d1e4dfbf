import { expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { Tool } from '../../../canonical/request.ts';
import { decodeRequest } from './request.ts';
import { distinctTools } from './distinct-tools.ts';

it('keeps the last tool of each name', () => {
  const tools = ['a', 'b', 'c'].map((description, index) => ({
    type: 'function',
    function: { name: index === 1 ? 'read' : 'find', description },
  }));
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools };
  const { value, notes } = decodeRequest(body);
  expect(value.tools).toMatchObject([
    { name: 'read', description: 'b' },
    { name: 'find', description: 'c' },
  ]);
  expect(notes).toMatchObject([{ action: 'dropped', path: 'tools' }]);
});

it('keeps all tools that the vendor runs', () => {
  const notes = new NoteBook();
  const search: Tool = { kind: 'server', name: 'find', extras: {} };
  const own: Tool = { kind: 'function', name: 'find' };
  expect(distinctTools([search, own, search], notes)).toEqual([search, own, search]);
  expect(notes.notes).toEqual([]);
});
