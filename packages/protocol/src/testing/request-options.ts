// Generators of request options for property tests.
import * as fc from 'fast-check';
import type { JsonObject } from '../json/value.ts';
import type { CanonicalRequest, OutputFormat, Sampling, ToolChoice } from '../canonical/request.ts';
import { efforts } from '../canonical/request.ts';
import { legalName, visibleText } from './arbitraries.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

function sampling(): fc.Arbitrary<Sampling> {
  return fc.oneof(
    fc.record({ temperature: fc.constantFrom(0, 0.5, 1, 1.5) }),
    fc.record({ topP: fc.constantFrom(0.1, 0.9) }),
    fc.record({ topK: fc.constantFrom(1, 40) }),
    fc.record({ seed: fc.nat({ max: 1000 }) }),
    fc.record({ presencePenalty: fc.constantFrom(-1, 0.5) }),
    fc.record({ frequencyPenalty: fc.constantFrom(-1, 0.5) }),
    fc.constant({ logitBias: { '7': 3 } }),
    fc.constant({ logprobs: true, topLogprobs: 2 }),
  );
}

function outputFormat(): fc.Arbitrary<OutputFormat> {
  const named = fc.record(
    {
      type: fc.constant('schema'),
      schema: fc.constant(schema),
      name: legalName(),
      description: visibleText(),
      strict: fc.boolean(),
    },
    { requiredKeys: ['type', 'schema'], noNullPrototype: true },
  );
  return fc.oneof(fc.constant({ type: 'json' } as const), named);
}

const choices: readonly ToolChoice[] = [
  { mode: 'auto' },
  { mode: 'none' },
  { mode: 'required' },
  { mode: 'named', name: 'look' },
  { mode: 'subset', names: ['look'], required: true },
  { mode: 'subset', names: ['look', 'find'], required: false },
];

/** A short request without options. */
export const plainRequest: CanonicalRequest = {
  model: 'call-name',
  stream: false,
  includeUsage: true,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [
    { kind: 'function', name: 'look', description: 'Looks.', schema },
    { kind: 'function', name: 'find', description: 'Finds.', schema },
  ],
  sampling: {},
};

/** Any one of the options that a client may set. */
export function requestOption(): fc.Arbitrary<Partial<CanonicalRequest>> {
  return fc.oneof(
    fc.record({ sampling: sampling() }),
    fc.record({ toolChoice: fc.constantFrom(...choices) }),
    fc.record({ parallelToolCalls: fc.boolean() }),
    fc.record({ maxOutputTokens: fc.integer({ min: 1, max: 8000 }) }),
    fc.record({ stopSequences: fc.array(visibleText(), { minLength: 1, maxLength: 3 }) }),
    fc.record({ candidates: fc.constant(2) }),
    fc.record({ outputFormat: outputFormat() }),
    fc.record({ reasoning: fc.record({ effort: fc.constantFrom(...efforts) }) }),
    fc.record({ reasoning: fc.record({ budget: fc.integer({ min: 1024, max: 20_000 }) }) }),
    fc.record({ verbosity: fc.constantFrom('low' as const, 'high' as const) }),
    fc.record({ user: legalName() }),
    fc.record({ serviceTier: fc.constantFrom('auto', 'flex', 'priority') }),
    fc.record({ cacheKey: legalName() }),
    fc.record({ metadata: fc.constant({ job: 'nightly' }) }),
    fc.record({ previousResponseId: legalName() }),
  );
}
