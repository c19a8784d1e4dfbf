import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import type { DialectId } from '../canonical/dialect.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { replayReply } from '../canonical/replay.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import { inputTotal, outputTotal, totalCount, type Usage } from '../canonical/usage.ts';
import { codecOf, codecs } from '../dialects.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { sendReply } from '../testing/translation.ts';
import { decodeStream, replyTarget, writeStream } from '../testing/wire.ts';

/** What an upstream says of one answer, in no dialect's text; anything may be missing or absurd. */
interface Claims {
  readonly prompt: JsonValue;
  readonly answer: JsonValue;
  readonly total: JsonValue;
  readonly cached: JsonValue;
  readonly written: JsonValue;
  readonly reasoning: JsonValue;
  readonly tools: JsonValue;
}

function anyClaims(): fc.Arbitrary<Claims> {
  const absurd = fc.constantFrom<JsonValue>(null, -7, 1e12, 2.5, 'many', '12', true, {}, []);
  const claim = fc.oneof(
    { weight: 4, arbitrary: fc.nat(20) },
    { weight: 4, arbitrary: fc.nat(100_000) },
    { weight: 1, arbitrary: absurd },
  );
  return fc.record({
    prompt: claim,
    answer: claim,
    total: claim,
    cached: claim,
    written: claim,
    reasoning: claim,
    tools: claim,
  });
}

type Report = (claims: Claims) => JsonObject;

/** The claims as the answer of an upstream of each dialect holds them. */
const reports: Readonly<Record<DialectId, Report>> = {
  'openai-chat': ({ prompt, answer, total, cached, written, reasoning }) => ({
    usage: {
      prompt_tokens: prompt,
      completion_tokens: answer,
      total_tokens: total,
      prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
      completion_tokens_details: { reasoning_tokens: reasoning },
    },
  }),
  'openai-responses': ({ prompt, answer, total, cached, written, reasoning }) => ({
    usage: {
      input_tokens: prompt,
      output_tokens: answer,
      total_tokens: total,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
      output_tokens_details: { reasoning_tokens: reasoning },
    },
  }),
  'gemini-generate': ({ prompt, answer, total, cached, reasoning, tools }) => ({
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: answer,
      totalTokenCount: total,
      cachedContentTokenCount: cached,
      thoughtsTokenCount: reasoning,
      toolUsePromptTokenCount: tools,
    },
  }),
  'anthropic-messages': ({ prompt, answer, cached, written, reasoning }) => ({
    usage: {
      input_tokens: prompt,
      output_tokens: answer,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: written,
      output_tokens_details: { thinking_tokens: reasoning },
    },
  }),
};

function read(dialect: DialectId, claims: Claims): CanonicalReply {
  const body = { ...plainReplies[dialect], ...reports[dialect](claims) };
  return codecOf(dialect).decodeReply(body, { vendor: 'acme' }).value;
}

/** What every dialect can say of a usage, and whether it adds up. */
function sumsOf(usage: Usage | undefined) {
  if (usage === undefined) return undefined;
  const { cacheRead, reasoning, corrections } = usage;
  return {
    input: inputTotal(usage),
    output: outputTotal(usage),
    cacheRead,
    reasoning,
    corrections,
  };
}

describe.each(['openai-chat', 'openai-responses', 'gemini-generate'] as const)(
  'an upstream of %s that states a total',
  (dialect) => {
    it('includes the total in input and output, or notes that the total was ignored', () => {
      fc.assert(
        fc.property(anyClaims(), (claims) => {
          const { usage } = read(dialect, claims);
          const total = totalCount(claims.total);
          fc.pre(usage !== undefined && total > 0);
          if (usage.corrections?.includes('stated total below prompt and output')) return;
          expect(inputTotal(usage) + outputTotal(usage)).toBe(total);
        }),
      );
    });
  },
);

describe.each(Object.values(codecs))('whatever an upstream of $dialect claims', (upstream) => {
  const others = Object.values(codecs).filter((codec) => codec !== upstream);

  it.each(others)('adds up for a client of $dialect, whole and streamed', (client) => {
    fc.assert(
      fc.property(anyClaims(), (claims) => {
        const reply = read(upstream.dialect, claims);
        fc.pre(reply.usage !== undefined);
        const said = { ...sumsOf(reply.usage), corrections: undefined };
        const whole = sendReply(client, reply, replyTarget()).value;
        const decoded = client.decodeReply(whole, { vendor: 'acme' }).value;
        expect(sumsOf(decoded.usage)).toEqual(said);
        const frames = writeStream(client, replayReply(reply), replyTarget()).steps;
        const streamed = assembleReply(decodeStream(client, frames, 'acme'));
        expect(sumsOf(streamed.usage)).toEqual(said);
      }),
    );
  });
});
