/** The limits of a key with their usage. */
import type { View } from '../../api/client.ts';

type Key = View<'Key'>;

export const windowNames = ['5h', '1d', '7d'] as const;

export type LimitName =
  | 'amount'
  | 'tokens'
  | (typeof windowNames)[number]
  | 'requests_per_minute'
  | 'tokens_per_minute'
  | 'concurrency';

export interface Limit {
  readonly name: LimitName;
  readonly unit: 'dollars' | 'count';
  /** Null when unknown, as for rates. */
  readonly used: string | null;
  readonly most: string;
}

/** The limits that are set, in the order of display. */
export function listLimits({ limits, usage }: Pick<Key, 'limits' | 'usage'>): readonly Limit[] {
  const { quota, windows } = limits;
  const money = (name: LimitName, used: string, most: string | null | undefined) =>
    most === null || most === undefined ? [] : [{ name, unit: 'dollars' as const, used, most }];
  const count = (name: LimitName, used: number | null, most: number | null | undefined) =>
    most === null || most === undefined
      ? []
      : [
          {
            name,
            unit: 'count' as const,
            used: used === null ? null : String(used),
            most: String(most),
          },
        ];
  return [
    ...money('amount', usage.quota.spent, quota?.amount),
    ...count('tokens', usage.quota.tokens, quota?.tokens),
    ...windowNames.flatMap((name) => money(name, usage.windows[name]?.spent ?? '0', windows[name])),
    ...count('requests_per_minute', null, limits.requests_per_minute),
    ...count('tokens_per_minute', null, limits.tokens_per_minute),
    ...count('concurrency', usage.running, limits.concurrency),
  ];
}

/** The limit that a list shows: the one with the highest known usage. */
export function fullestLimit(key: Pick<Key, 'limits' | 'usage'>): Limit | undefined {
  return listLimits(key)
    .filter(({ used, name }) => used !== null && name !== 'concurrency')
    .toSorted((one, other) => partOf(other) - partOf(one))[0];
}

function partOf({ used, most }: Limit): number {
  return Number(used ?? 0) / Math.max(Number(most), Number.MIN_VALUE);
}
