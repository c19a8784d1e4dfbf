/** Latency: percentiles of how long exchanges took. */
import { omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import type { LatencyQuery, Percentiles } from '@parley/core/store';
import type { Operator } from '../shared/operator.ts';
import { time } from '../shared/times.ts';

/** Validates which requests are measured; absent fields match all. */
export const latencyQuery = z.strictObject({
  from: time.optional(),
  until: time.optional(),
  key_id: z.string().optional(),
  account_id: z.string().optional(),
  group: z.string().optional(),
  model: z.string().optional().describe('The call name.'),
  upstream: z.string().optional(),
});

const percentiles = z
  .strictObject({ p50: z.int(), p95: z.int() })
  .describe('In milliseconds, by the nearest-rank method.');

/** How long requests took as the API writes it: percentiles in milliseconds. */
export const latencyView = z
  .strictObject({
    object: z.literal('latency'),
    requests: z.int().describe('Number of all matching exchanges.'),
    first_byte: percentiles
      .nullable()
      .describe('From the start to the first byte; null when no exchange had one.'),
    duration: percentiles
      .nullable()
      .describe('Of completed exchanges only; null when there are none.'),
  })
  .meta({ id: 'Latency' });

/** How long requests took, in the format of the API. */
export type LatencyView = z.infer<typeof latencyView>;

/** Measures how long the matching exchanges took. */
export async function measureLatency(
  { store }: Operator,
  query: z.output<typeof latencyQuery>,
): Promise<LatencyView> {
  const { requests, firstByte, duration } = await store.measureLatency(toQuery(query));
  return {
    object: 'latency',
    requests,
    first_byte: copyOrNull(firstByte),
    duration: copyOrNull(duration),
  };
}

function toQuery(query: z.output<typeof latencyQuery>): LatencyQuery {
  const { from, until, key_id: keyId, account_id: accountId, model: callName } = query;
  const { group, upstream } = query;
  return omitUndefined({
    from,
    until,
    keyId,
    accountId,
    callName,
    group,
    upstream,
  });
}

function copyOrNull(times: Percentiles | undefined): z.infer<typeof percentiles> | null {
  return times === undefined ? null : { ...times };
}
