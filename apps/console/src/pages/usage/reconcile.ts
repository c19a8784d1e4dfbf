/** Sums up the list of requests and compares it with the sums of usage. */
import { fetchClient } from '../../api/client.ts';
import type { Exchange } from '../../api/records.ts';
import { toNanoUsd, writeNanoUsd } from '../../money/nano-usd.ts';
import { inputOf, outputOf } from '../request/trace.ts';
import type { Row } from './sums.ts';
import type { UsageFilters } from './use-usage.ts';

/** Maximum number of requests that are read. */
export const mostCompared = 5_000;

export interface Comparison {
  readonly isSame: boolean;
  readonly sums: Figures;
  readonly list: Figures;
}

interface Figures {
  readonly count: number;
  readonly amount: string;
  readonly tokens: number;
}

interface ReconcileInput {
  readonly paths: {
    readonly usage: '/admin/v1/usage';
    readonly exchanges: '/admin/v1/exchanges';
  };
  readonly query: UsageFilters & { readonly from: string; readonly until: string };
}

const stepMs = 900_000;

/** Sums have steps of 15 minutes; the running step is left out on both sides. */
export async function reconcile(
  { paths, query }: ReconcileInput,
  now: number,
): Promise<Comparison> {
  const full = Math.floor(now / stepMs) * stepMs;
  const until = new Date(Math.min(Date.parse(query.until), full)).toISOString();
  const settled = { ...query, until };
  const { data } = await fetchClient.GET(paths.usage, { params: { query: settled } });
  const sums = figuresOf(data?.data[0]);
  const list = await addUp(paths.exchanges, settled);
  return { sums, list, isSame: JSON.stringify(sums) === JSON.stringify(list) };
}

function figuresOf(row: Row | undefined): Figures {
  if (row === undefined) return { count: 0, amount: '0', tokens: 0 };
  const { requests, amount, input_tokens: input, output_tokens: output } = row;
  return { count: requests, amount, tokens: input + output };
}

async function addUp(path: ReconcileInput['paths']['exchanges'], query: ReconcileInput['query']) {
  let count = 0;
  let nanoUsd = 0n;
  let tokens = 0;
  let after: string | undefined;
  do {
    const page = { ...query, limit: 1_000, ...(after !== undefined && { after }) };
    const { data } = await fetchClient.GET(path, { params: { query: page } });
    const exchanges: readonly Exchange[] = data?.data ?? [];
    for (const exchange of exchanges) {
      count += 1;
      nanoUsd += toNanoUsd(exchange.amount);
      tokens += (inputOf(exchange.tokens) ?? 0) + (outputOf(exchange.tokens) ?? 0);
    }
    after = data?.next ?? undefined;
  } while (after !== undefined && count < 2 * mostCompared);
  return { count, amount: writeNanoUsd(nanoUsd), tokens };
}
