import { describe, expect, it } from 'vitest';
import { noUsage } from '../../canonical/usage.ts';
import { UsageClaims, decodeUsage } from './usage.ts';

describe('UsageClaims', () => {
  const start = { input_tokens: 3, cache_read_input_tokens: 7, output_tokens: 1 };

  function take(...claims: readonly unknown[]) {
    const usage = new UsageClaims();
    return claims.map((claim) => usage.take(claim)).at(-1);
  }

  it.each([undefined, null, 'x', []])('ignores %j', (claim) => {
    expect(take(claim)).toBeUndefined();
  });

  it('ignores zeros for a prompt whose tokens were reported before', () => {
    const zeros = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation: {} };
    expect(take(start, { ...zeros, output_tokens: 9 })).toEqual({
      ...noUsage,
      input: 3,
      cacheRead: 7,
      output: 9,
    });
  });

  it.each([undefined, {}, 'x', { web_search_requests: -1 }])(
    'keeps the searches that were reported before %j',
    (tools) => {
      const usage = take(
        { ...start, server_tool_use: { web_search_requests: 2 } },
        { output_tokens: 9, server_tool_use: tools },
      );
      expect(usage?.toolUses).toEqual({ web_search: 2 });
    },
  );

  it('lets the last event replace all prompt counts, zeros too', () => {
    const end = { input_tokens: 10, cache_read_input_tokens: 0, output_tokens: 0 };
    expect(take(start, end)).toEqual({ ...noUsage, input: 10 });
  });
});

describe('decodeUsage', () => {
  it('adds no more compactions than a count can have', () => {
    const compaction = { type: 'compaction', input_tokens: 700_000_000, output_tokens: 5 };
    const iterations = [compaction, compaction];
    expect(decodeUsage({ input_tokens: 9, output_tokens: 3, iterations })).toEqual({
      ...noUsage,
      input: 700_000_009,
      output: 13,
    });
  });

  it('adds what a compaction used, which the other counts do not include', () => {
    const cache_creation = { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 30 };
    const compaction = {
      ...{ type: 'compaction', input_tokens: 180_000, output_tokens: 3_500 },
      ...{ cache_read_input_tokens: 7, cache_creation_input_tokens: 32, cache_creation },
    };
    const message = { type: 'message', input_tokens: 23_000, output_tokens: 1_000 };
    const iterations = [compaction, message, { type: 'fallback_message', input_tokens: 9 }, null];
    expect(decodeUsage({ input_tokens: 23_000, output_tokens: 1_000, iterations })).toEqual({
      input: 203_000,
      cacheRead: 7,
      cacheWrite5m: 2,
      cacheWrite1h: 30,
      output: 4_500,
      reasoning: 0,
    });
  });

  it('reads numbers in quotes', () => {
    expect(decodeUsage({ input_tokens: '3', output_tokens: '4' })).toEqual({
      ...noUsage,
      input: 3,
      output: 4,
    });
  });
  it('never counts more reasoning than output', () => {
    const details = { output_tokens_details: { thinking_tokens: 8 } };
    expect(decodeUsage({ input_tokens: 18, output_tokens: 5, ...details })).toEqual({
      ...noUsage,
      input: 18,
      reasoning: 5,
      corrections: ['reasoning exceeds output'],
    });
  });

  it.each([{}, { cache_creation: null }, { cache_creation: {} }])(
    'counts cache writes without their lifetimes (%j) as five-minute ones',
    (lifetimes) => {
      const claims = { input_tokens: 3, output_tokens: 4, cache_creation_input_tokens: 90 };
      expect(decodeUsage({ ...claims, ...lifetimes })).toEqual({
        ...noUsage,
        input: 3,
        cacheWrite5m: 90,
        output: 4,
      });
    },
  );

  it('counts cache writes of which only the lifetimes are stated', () => {
    const lifetimes = { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 60 };
    expect(decodeUsage({ input_tokens: 3, output_tokens: 4, cache_creation: lifetimes })).toEqual({
      ...noUsage,
      input: 3,
      cacheWrite5m: 20,
      cacheWrite1h: 60,
      output: 4,
    });
  });

  it('counts cached tokens beside the input', () => {
    const caches = {
      cache_read_input_tokens: 300,
      cache_creation_input_tokens: 90,
      cache_creation: { ephemeral_1h_input_tokens: 60 },
    };
    expect(decodeUsage({ input_tokens: 3, output_tokens: 4, total_tokens: 7, ...caches })).toEqual({
      input: 3,
      cacheRead: 300,
      cacheWrite5m: 30,
      cacheWrite1h: 60,
      output: 4,
      reasoning: 0,
    });
  });
});
