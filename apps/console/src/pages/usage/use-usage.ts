/** The sums of the page: in total, by dimension, and over time. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useIsOperator, useSurface } from '../../api/surface.ts';
import type { Period } from './period.ts';
import type { Dimension, UsageSearch } from './search.ts';
import { addRows, rankRows, type Part, type Row } from './sums.ts';

/** Maximum number of series of a chart; all others are one series. */
const mostParts = 5;

export interface UsageFilters {
  readonly account_id?: string;
  readonly key_id?: string;
  readonly group?: string;
  readonly model?: string;
  readonly upstream?: string;
}

/** The filters of the URL that this visitor may use. */
export function filtersOf(search: UsageSearch, isOperator: boolean): UsageFilters {
  const { account_id, key_id, upstream, group, model } = search;
  const shared = { ...(group && { group }), ...(model && { model }) };
  if (!isOperator) return shared;
  return {
    ...shared,
    ...(account_id && { account_id }),
    ...(key_id && { key_id }),
    ...(upstream && { upstream }),
  };
}

/** The parameter that narrows to one value of a dimension. */
export const filterOf = {
  model: 'model',
  key: 'key_id',
  group: 'group',
  account: 'account_id',
  upstream: 'upstream',
} as const satisfies Readonly<Record<Dimension, keyof UsageFilters & keyof Row>>;

/** What the requests of a part have in common. */
export function valueOf(row: Row, by: Dimension): string | null {
  return row[filterOf[by]] || null;
}

/** What a part is called; null for requests that reached none, such as no provider. */
export function nameOf(row: Row, by: Dimension): string | null {
  return (by === 'key' ? row.key_name : null) ?? valueOf(row, by);
}

function periodQuery({ from, until }: Period['before']) {
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

export function useUsage(search: UsageSearch, period: Period) {
  const path = useSurface()('/admin/v1/usage');
  const filters = filtersOf(search, useIsOperator());
  const base = { ...filters, ...periodQuery(period) };
  const { by = 'model', measure = 'amount' } = search;
  const { step, zone } = period;
  const options = { placeholderData: keepPreviousData };
  const timed = { ...base, by: step, time_zone: zone };
  const grouped = api.useQuery('get', path, { params: { query: { ...base, by } } }, options);
  const earlier = { ...filters, ...periodQuery(period.before), by };
  const before = api.useQuery(
    'get',
    path,
    { params: { query: earlier } },
    // With many sums the gateway is busy for long: first what the page begins with.
    { ...options, enabled: grouped.data !== undefined },
  );
  const overTime = api.useQuery('get', path, { params: { query: timed } }, options);
  const rank = measure === 'kinds' || measure === 'cacheShare' ? 'tokens' : measure;
  const found = grouped.data?.data;
  // There may be a sum for each of many thousands of keys.
  const rows = useMemo(() => rankRows(found ?? [], rank), [found, rank]);
  const biggest = measure === 'kinds' ? [] : rows.slice(0, mostParts);
  const parts = useQueries({
    queries: biggest.flatMap((row) => {
      const value = valueOf(row, by);
      if (value === null) return [];
      const query = { ...timed, [filterOf[by]]: value };
      return [api.queryOptions('get', path, { params: { query } })];
    }),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error,
      failed: results.filter(({ error }) => error),
      data: results.map(({ data }) => data?.data ?? []),
    }),
  });
  const named = biggest.filter((row) => valueOf(row, by) !== null);
  const queries = [grouped, overTime];
  return {
    isPending: queries.some(({ isPending }) => isPending),
    error: queries.find(({ error }) => error)?.error ?? parts.error,
    retry: () => [...queries, ...parts.failed].forEach((query) => void query.refetch()),
    base,
    by,
    measure,
    whole: addRows(rows),
    before: before.data?.data as readonly Row[] | undefined,
    rows,
    overTime: (overTime.data?.data ?? []) as readonly Row[],
    isChartPending: parts.isPending,
    parts: named.map((row, at): Part => ({
      title: nameOf(row, by) ?? '',
      rows: parts.data[at] ?? [],
    })),
  };
}

export type Usage = ReturnType<typeof useUsage>;
