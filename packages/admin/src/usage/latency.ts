import * as z from 'zod';
import type { LatencyQuery, Percentiles } from '@parley/core/store';
import type { Operator } from '../shared/operator.ts';
import { time } from '../shared/times.ts';

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
  .describe('In milliseconds, by the nearest rank.');

export const latencyView = z
  .strictObject({
    object: z.literal('latency'),
    requests: z.int().describe('All that fit, whatever became of them.'),
    first_byte: percentiles
      .nullable()
      .describe('From start to first byte; null when no answer had one.'),
    duration: percentiles.nullable().describe('Of completed exchanges; null when there are none.'),
  })
  .meta({ id: 'Latency' });
export type LatencyView = z.infer<typeof latencyView>;

/** How long the exchanges that fit took. */
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
  return {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(keyId !== undefined && { keyId }),
    ...(accountId !== undefined && { accountId }),
    ...(callName !== undefined && { callName }),
    ...(group !== undefined && { group }),
    ...(upstream !== undefined && { upstream }),
  };
}

function copyOrNull(times: Percentiles | undefined): z.infer<typeof percentiles> | null {
  return times === undefined ? null : { ...times };
}
