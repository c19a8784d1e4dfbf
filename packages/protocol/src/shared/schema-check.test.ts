import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { replySchema as messagesReply } from '../dialects/anthropic-messages/reply/schema.ts';
import { requestSchema as messagesRequest } from '../dialects/anthropic-messages/request/schema.ts';
import { replySchema as geminiReply } from '../dialects/gemini-generate/reply/schema.ts';
import { requestSchema as geminiRequest } from '../dialects/gemini-generate/request/schema.ts';
import { chunkSchema, replySchema as chatReply } from '../dialects/openai-chat/reply/schema.ts';
import { requestSchema as chatRequest } from '../dialects/openai-chat/request/schema.ts';
import { replySchema as responsesReply } from '../dialects/openai-responses/reply/schema.ts';
import { requestSchema as responsesRequest } from '../dialects/openai-responses/request/schema.ts';
import { createExactNumber } from '../json/exact-number.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';
import { listCases, readCase } from '../testing/golden-case.ts';
import { sourceBody } from '../testing/golden.ts';
import { createParser } from './schema-check.ts';
import { lenient, openUnion, recordOf, wholeNumber } from './schema.ts';

const tagged = openUnion([
  z.looseObject({ type: z.literal('a'), size: wholeNumber(1) }),
  z.looseObject({ type: z.literal(['b', 'c']), name: lenient(z.string()) }),
]);
const withType = (value: unknown) =>
  isJsonObject(value) && value['type'] === undefined ? { ...value, type: 'a' } : value;

const schemas: readonly z.ZodMiniType[] = [
  z.looseObject({ a: z.string().check(z.minLength(2)), b: z.nullish(z.boolean()) }),
  z.looseObject({ a: z.custom(() => true), b: lenient(z.number()) }),
  z.looseObject({ a: z.pipe(z.transform(withType), tagged) }),
  z.looseObject({ a: z.optional(tagged) }).check(z.refine(({ a }) => a !== undefined)),
  z.array(z.union([z.string(), z.looseObject({ a: lenient(z.string()) }), z.array(z.int())])),
  recordOf(z.nullable(z.number().check(z.maximum(2)))),
  z.object({ a: z.nullish(z.enum(['a', 'b'])) }),
  z.union([z.looseObject({ a: z.optional(z.string()) }), z.custom(isJsonObject)]),
];

/** Values in which the names and types of the schemas above are frequent. */
const { value: someValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>('', 'a', 'ab', 'b', 'c', null, true, 0, 1, 1.5, 3, 2 ** 60),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'type', 'size', 'name', 'x'), tie('value'), {
      noNullPrototype: true,
    }),
    fc.record({ type: fc.constantFrom('a', 'b', 'c', 'd'), size: tie('value') }),
  ),
}));

function expectSame(schema: z.ZodMiniType, value: unknown): void {
  const params = { reportInput: true, abortEarly: true } as const;
  const parsed = schema.safeParse(structuredClone(value), params);
  const own = createParser(schema, params)(value);
  expect(own.success).toBe(parsed.success);
  if (own.success) expect(own.data).toEqual(parsed.data);
  else expect(own.error.issues).toEqual(parsed.error?.issues);
}

describe('a parser that does not copy', () => {
  it.each(schemas.map((schema, index) => [index, schema] as const))(
    'accepts, rejects and changes what schema %i does',
    (_, schema) => {
      fc.assert(
        fc.property(someValue, (value) => {
          expectSame(schema, value);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('returns an accepted value itself', () => {
    const value = { a: 'ab', x: [1] };
    const parsed = createParser(z.looseObject({ a: z.string() }))(value);
    expect(parsed.success && parsed.data).toBe(value);
  });

  it.each([
    [z.looseObject({ a: z.optional(z.string()) }), '{"__proto__":{"a":1},"a":"b"}'],
    [recordOf(z.int()), '{"__proto__":{"a":1},"a":1}'],
  ])('leaves out the name that would replace a prototype', (schema, text) => {
    const parsed = createParser(schema)(JSON.parse(text));
    expect(Object.keys(parsed.data ?? {})).toEqual(['a']);
  });

  it.each([
    z.looseObject({ a: z.optional(z.string()) }),
    z.union([z.looseObject({ source: z.string() }), z.string()]),
    tagged,
  ])('leaves a number that is kept as text to the schema', (schema) => {
    const exact = createExactNumber('12345678901234567890');
    const parsed = schema.safeParse(exact);
    expect(createParser(schema)(exact)).toEqual(parsed);
  });

  it('leaves out the value that was rejected from its error unless asked', () => {
    const parsed = createParser(z.looseObject({ a: z.string() }))({ a: 1 });
    expect(parsed.error?.issues[0]).not.toHaveProperty('input');
  });
});

describe('a list of invalid elements', () => {
  const many = (count: number): JsonValue[] => Array.from({ length: count }, () => ({}));

  it.each<[string, z.ZodMiniType, JsonValue]>([
    ['messages', chatRequest, { model: 'm', messages: many(200_000) }],
    ['parts', chatRequest, { model: 'm', messages: [{ role: 'user', content: many(200_000) }] }],
    ['blocks', messagesRequest, { messages: [{ role: 'user', content: many(200_000) }] }],
    ['contents', geminiRequest, { contents: [1, ...many(200_000)] }],
    ['items', responsesRequest, { model: 'm', input: [1, ...many(200_000)] }],
    [
      'metadata',
      chatRequest,
      { messages: [], metadata: Object.fromEntries(many(200_000).entries()) },
    ],
  ])('ends the check of %s at the first', (_, schema, value) => {
    const parsed = createParser(schema)(value);
    expect(parsed.error?.issues.length).toBeLessThan(5);
  });
});

const dialects = {
  'openai-chat': { request: chatRequest, reply: chatReply },
  'anthropic-messages': { request: messagesRequest, reply: messagesReply },
  'gemini-generate': { request: geminiRequest, reply: geminiReply },
  'openai-responses': { request: responsesRequest, reply: responsesReply },
} as const;

const samples = listCases()
  .map(readCase)
  .filter(({ kind }) => kind === 'request' || kind === 'reply');

/** A value in which one place, or none, holds something else. */
function mutate(value: JsonValue, path: readonly number[], other: JsonValue): JsonValue {
  const [at, ...rest] = path;
  if (at === undefined || typeof value !== 'object' || value === null) return other;
  const copy = structuredClone(value) as Record<string, JsonValue>;
  const names = Object.keys(copy);
  const name = names[at % (names.length + 1)];
  if (name === undefined) return value;
  copy[name] = mutate(copy[name] ?? null, rest, other);
  return copy;
}

describe('requests and replies of every dialect', () => {
  it('are accepted, rejected and changed as by their schema', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(fc.nat(20), { maxLength: 6 }),
        fc.constantFrom<JsonValue>(null, '', 'text', -1, 1.5, true, [], {}, [{}], { type: 'x' }),
        (sample, path, other) => {
          const { dialect, kind } = sample;
          const schema = dialects[dialect][kind === 'request' ? 'request' : 'reply'];
          expectSame(schema, mutate(sourceBody(sample), path, other));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('a chunk of a Chat Completions stream', () => {
  it.each<[string, JsonValue]>([
    ['text', { index: 0, delta: { role: 'assistant', content: 'a', refusal: null } }],
    ['a call', { delta: { tool_calls: [{ index: 0, function: { arguments: '{' } }] } }],
    ['a finish reason', { index: 1, delta: {}, finish_reason: 'stop', logprobs: null }],
  ])('with %s is returned itself', (_what, choice) => {
    const chunk = { id: 'a', object: 'chunk', choices: [choice], usage: null, obfuscation: 'x' };
    expect(createParser(chunkSchema)(chunk).data).toBe(chunk);
  });
});
