/** The call names of a scope as rows, one per model of a group. */
import type { View } from '../../api/client.ts';

type Full = View<'CallName'>;
type FullPrice = NonNullable<Full['price']>;

/** The price that the caller pays; only operators see the multiplier. */
export type CallerPrice = Omit<FullPrice, 'multiplier'> & { readonly multiplier?: number | null };

/** For operators, or with hidden fields for key holders. */
export type CallName = Omit<Full, 'price' | 'price_source' | 'targets'> & {
  readonly price: CallerPrice | null;
  readonly price_source?: string | null;
  readonly targets?: Full['targets'] | null;
};

/** A model of a group, with every name by which it can be called. */
export interface ModelRow {
  /** Unique among the rows. */
  readonly id: string;
  /** The name without a fingerprint, where the scope has it. */
  readonly bare: string | null;
  /** The name that begins with the fingerprint of the group. */
  readonly prefixed: string | null;
  /** Names that a rule of the group maps to this model. */
  readonly aliases: readonly string[];
  /** The fields that all its names share. */
  readonly entry: CallName;
}

export function foldCallNames(names: readonly CallName[]): readonly ModelRow[] {
  const rows = new Map<string, CallName[]>();
  for (const name of names) {
    const id = JSON.stringify([name.group, name.model]);
    rows.set(id, [...(rows.get(id) ?? []), name]);
  }
  return [...rows].flatMap(([id, all]) => {
    const bare = all.find(isBare);
    const prefixed = all.find(({ fingerprint }) => fingerprint !== null);
    const entry = bare ?? prefixed ?? all[0];
    if (entry === undefined) return [];
    const aliases = all.filter((name) => !isBare(name) && name.fingerprint === null);
    return {
      id,
      bare: bare?.name ?? null,
      prefixed: prefixed?.name ?? null,
      aliases: aliases.map(({ name }) => name),
      entry,
    };
  });
}

function isBare({ name, model, fingerprint }: CallName): boolean {
  return fingerprint === null && name === model;
}

/** The name that is shown first. */
export function mainName({ bare, prefixed, entry }: ModelRow): string {
  return bare ?? prefixed ?? entry.name;
}

/** Rows whose name, vendor or upstream contains a text, ignoring case. */
export function findRows(rows: readonly ModelRow[], query: string): readonly ModelRow[] {
  const part = query.trim().toLowerCase();
  if (part === '') return rows;
  return rows.filter(({ bare, prefixed, aliases, entry }) =>
    [bare, prefixed, ...aliases, entry.display_name, entry.owned_by]
      .concat((entry.targets ?? []).map(({ upstream, model }) => `${upstream}/${model}`))
      .some((text) => text?.toLowerCase().includes(part)),
  );
}

export type PriceRate = 'input' | 'output' | 'cache_read';

/** The values that the list can be ordered by; rows without a value are last. */
const sortValues: Readonly<Record<string, (row: ModelRow) => string | number | null>> = {
  name: mainName,
  context: ({ entry }) => entry.max_input_tokens,
  'output-limit': ({ entry }) => entry.max_output_tokens,
  input: priceOf('input'),
  output: priceOf('output'),
  cache_read: priceOf('cache_read'),
};

function priceOf(rate: PriceRate) {
  return ({ entry: { price, free } }: ModelRow) =>
    price === null ? (free ? 0 : null) : Number(price[rate]);
}

/** @param sort the id of a column, after a minus for descending order */
export function sortRows(rows: readonly ModelRow[], sort = ''): readonly ModelRow[] {
  const valueOf = sortValues[sort.replace(/^-/, '')];
  if (valueOf === undefined) return rows;
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a < b ? -1 : Number(a > b));
  });
}

/** Dollars with separators, all digits and at least two decimals. */
export function formatPrice(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `$${Number(whole).toLocaleString('en')}.${decimals.padEnd(2, '0')}`;
}
