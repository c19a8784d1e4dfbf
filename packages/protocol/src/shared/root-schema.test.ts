import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { NoteBook } from '../canonical/note.ts';
import { encodeObjectSchema } from './root-schema.ts';

function encode(schema: JsonObject | undefined) {
  const notes = new NoteBook();
  return { schema: encodeObjectSchema(schema, 'tools[0].schema', notes), notes: notes.notes };
}

const a = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const b = { type: 'object', properties: { b: { anyOf: [] } }, required: ['a', 'b'] };

describe('encodeObjectSchema', () => {
  it('joins alternatives at the root', () => {
    const { schema, notes } = encode({ anyOf: [a, b], description: 'd' });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { anyOf: [] } },
      description: 'd',
      required: ['a'],
    });
    expect(notes).toHaveLength(1);
    expect(encode({ type: 'object', allOf: [a, b] }).schema).toMatchObject({
      required: ['a', 'b'],
    });
  });

  it('joins alternatives that are defined elsewhere', () => {
    const anyOf = [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }];
    expect(encode({ $defs: { a, b }, anyOf }).schema).toMatchObject({
      properties: { a: { type: 'string' }, b: { anyOf: [] } },
      required: ['a'],
    });
  });

  it.each<[string, JsonObject, number]>([
    ['no type', { properties: {} }, 0],
    ['a list of types', { type: ['object', 'null'], properties: {} }, 1],
    ['another type', { type: 'string' }, 1],
    ['nothing', {}, 0],
  ])('makes a root with %s an object', (_, schema, noteCount) => {
    const { schema: encoded, notes } = encode(schema);
    expect(encoded).toMatchObject({ type: 'object', properties: {} });
    expect(notes).toHaveLength(noteCount);
  });

  it('replaces a root that is a reference by its definition', () => {
    const { schema } = encode({ $ref: '#/$defs/A', $defs: { A: a } });
    expect(schema).toEqual({ ...a, $defs: { A: a } });
    expect(encode({ $ref: '#/elsewhere' }).schema).toMatchObject({ type: 'object' });
  });

  it('does not change a valid schema', () => {
    const schema = { $schema: 'x', type: 'object', properties: {}, additionalProperties: true };
    expect(encode(schema)).toEqual({ schema, notes: [] });
  });
});
