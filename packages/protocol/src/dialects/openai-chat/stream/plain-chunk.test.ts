import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { chunkSchema } from '../reply/schema.ts';
import { isPlainChunk } from './plain-chunk.ts';

const anything = fc.constantFrom('', 'a', 0, 1, -1, 1.5, 128, true, {}, [], [{}], ['a'], [null]);

/** Objects with some of the fields, most of which have a usual value. */
function objects(usual: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const fields = Object.entries(usual).map(([name, value]) => [
    name,
    fc.oneof(
      { weight: 30, arbitrary: value },
      { weight: 10, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: anything },
    ),
  ]);
  const shape = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(shape, { requiredKeys: [] });
}

const text = fc.string({ maxLength: 3 });
const rare = fc.constant(undefined);

const call = objects({
  index: fc.nat(),
  id: text,
  type: text,
  function: objects({ name: text, arguments: text, other: anything }),
  custom: rare,
  extra_content: rare,
});

const delta = objects({
  ...{ role: text, content: text, refusal: text, reasoning_content: text, reasoning: text },
  tool_calls: fc.array(call, { maxLength: 2 }),
  ...{ reasoning_details: rare, function_call: rare, annotations: rare, images: rare, audio: rare },
});

const choice = objects({
  index: fc.nat({ max: 130 }),
  delta,
  ...{ finish_reason: text, stop_reason: text, matched_stop: text },
  ...{ message: rare, logprobs: anything, other: anything },
});

const chunk = objects({
  ...{ id: text, model: text, service_tier: text, obfuscation: text, other: anything },
  choices: fc.array(choice, { maxLength: 2 }),
  ...{ search_results: rare, citations: rare, usage: anything, error: anything },
});

describe('a plain chunk', () => {
  it('is what the schema makes of it', () => {
    let plain = 0;
    fc.assert(
      fc.property(chunk, (value) => {
        // As it would arrive: without fields that are undefined.
        const json = JSON.parse(JSON.stringify(value)) as JsonObject;
        if (!isPlainChunk(json)) return;
        plain += 1;
        expect(chunkSchema.parse(json)).toEqual(json);
      }),
      { numRuns: 3_000 },
    );
    expect(plain).toBeGreaterThan(300);
  });

  it.each([
    ['text', { index: 0, delta: { role: 'assistant', content: 'a', refusal: null } }],
    ['a call', { delta: { tool_calls: [{ index: 0, function: { arguments: '{' } }] } }],
    ['a finish reason', { index: 1, delta: {}, finish_reason: 'stop', logprobs: null }],
  ])('may have %s', (_what, only) => {
    expect(isPlainChunk({ id: 'a', object: 'chunk', choices: [only], usage: null })).toBe(true);
  });
});
