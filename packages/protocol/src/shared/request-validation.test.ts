import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findFault } from './request-validation.ts';
import { closedUnion, openUnion, wholeNumber } from './schema.ts';

function faultOf(schema: z.ZodMiniType, value: unknown) {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) throw new Error('The value was accepted.');
  return findFault(parsed.error);
}

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    source: z.object({ data: z.string().check(z.minLength(1)) }),
  }),
]);

describe('findFault', () => {
  it.each<[z.ZodMiniType, unknown, { param: string; fault: string }]>([
    [z.object({ a: z.string() }), 7, { param: '', fault: 'must be an object' }],
    [z.object({ a: z.string() }), {}, { param: 'a', fault: 'is required' }],
    [
      z.object({ a: z.array(wholeNumber()) }),
      { a: [1.5] },
      { param: 'a[0]', fault: 'must be a whole number' },
    ],
    [
      z.object({ a: z.number().check(z.maximum(2)) }),
      { a: 3 },
      { param: 'a', fault: 'must be at most 2' },
    ],
    [
      z.object({ a: z.number().check(z.minimum(0)) }),
      { a: -1 },
      { param: 'a', fault: 'must be at least 0' },
    ],
    [z.array(z.string()).check(z.minLength(1)), [], { param: '', fault: 'must not be empty' }],
    [z.enum(['', 'x', 'y']), 'z', { param: '', fault: "must be one of 'x', 'y'" }],
    [
      z.string().check(z.refine(() => false, 'must be a name')),
      'z',
      { param: '', fault: 'must be a name' },
    ],
    [z.string().check(z.refine(() => false, 'secret')), 'z', { param: '', fault: 'is not valid' }],
    [z.string().check(z.regex(/^a/)), 'z', { param: '', fault: 'is not valid' }],
  ])('%#: %o', (schema, value, told) => {
    expect(faultOf(schema, value)).toEqual({ ...told, isMissing: told.fault === 'is required' });
  });

  it.each<[unknown, string]>([
    [{}, 'is required'],
    [{ type: null }, "must be one of 'text', 'image'"],
    [{ type: 'sound' }, "must be one of 'text', 'image'"],
  ])('says that the type of %j is missing, or which types there are', (value, fault) => {
    const byType = closedUnion('type', block.def.options);
    const isMissing = fault === 'is required';
    expect(faultOf(byType, value)).toEqual({ param: 'type', fault, isMissing });
  });

  it.each<[unknown, string, string]>([
    [7, '', 'must be an object'],
    [{}, 'type', 'is required'],
    [{ type: 7 }, 'type', 'must be a string'],
    [{ type: 'a' }, 'size', 'is required'],
    [{ type: 'a', size: 'big' }, 'size', 'must be a number'],
  ])('says what is wrong with %j where unknown types are accepted', (value, param, fault) => {
    const open = openUnion([z.looseObject({ type: z.literal('a'), size: z.number() })]);
    expect(faultOf(open, value)).toEqual({ param, fault, isMissing: fault === 'is required' });
  });

  it('reports the fault of the union branch that matched most', () => {
    const { param } = faultOf(z.array(block), [{ type: 'image', source: { data: '' } }]);
    expect(param).toBe('[0].source.data');
  });

  it('truncates a path to 200 characters', () => {
    const schema = z.record(z.string(), z.string());
    expect(faultOf(schema, { ['k'.repeat(500)]: 1 }).param).toHaveLength(200);
  });
});
