/** Exchanges as they are settled, by whatever process, for as long as somebody watches. */
import type { SettledExchange } from '@parley/core/store';
import type { ExchangeView } from './exchange.ts';
import { encodeExchanges, toConditions, type ExchangeFilterInput } from './exchanges.ts';
import type { Operator } from '../shared/operator.ts';

export type LiveEvent =
  /** What is settled from now on will be told. */
  | { readonly event: 'ready' }
  /** Newest last. */
  | { readonly event: 'exchanges'; readonly data: readonly ExchangeView[] }
  /** At least so many came at once that they are left out; they came before those that follow. */
  | { readonly event: 'skipped'; readonly count: number }
  /** Nothing happened for a while. */
  | { readonly event: 'silence' };

export interface FollowOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Milliseconds without news after which that is said. */
  readonly keepAliveMs: number;
  /** Milliseconds between two looks into the store; 500 unless told. */
  readonly lookEveryMs?: number;
}

/**
 * How far each look goes back behind the latest settlement, in milliseconds by the store's clock: so much
 * later than it says may a settlement of another process become visible.
 */
const overlapMs = 5_000;
/** How many settlements one look goes through, and how many exchanges it gives. */
const mostSettled = 10_000;
const mostGiven = 200;

/**
 * Looks into the store for what was settled since the last look; only while it is asked for the next
 * event, so that nothing is kept for whoever reads slowly. It gives each exchange once.
 * @throws StoreUnavailableError when the store cannot serve
 */
export async function* followExchanges(
  operator: Pick<Operator, 'store' | 'clock'>,
  filter: ExchangeFilterInput,
  { signal, keepAliveMs, lookEveryMs = 500 }: FollowOptions,
): AsyncGenerator<LiveEvent, void> {
  const { store, clock } = operator;
  const conditions = toConditions(filter);
  const look = (since: number) =>
    store.listSettled({ ...conditions, since: since - overlapMs, limit: mostSettled });
  let latest = await store.readTime();
  let known = idsOf(await look(latest));
  yield { event: 'ready' };
  for (let toldAt = clock.monotonic(); ;) {
    await pause(lookEveryMs, signal);
    if (signal.aborted) return;
    const settled = await look(latest);
    const fresh = settled.filter(({ id }) => !known.has(id));
    known = idsOf(settled);
    latest = Math.max(latest, settled[0]?.settledAt ?? 0);
    const skipped = fresh.length - mostGiven;
    if (skipped > 0) yield { event: 'skipped', count: skipped };
    if (fresh.length > 0) yield { event: 'exchanges', data: await read(operator, fresh) };
    else if (clock.monotonic() - toldAt >= keepAliveMs) yield { event: 'silence' };
    else continue;
    toldAt = clock.monotonic();
  }
}

function idsOf(settled: readonly SettledExchange[]): ReadonlySet<string> {
  return new Set(settled.map(({ id }) => id));
}

/** The newest of them, newest last. */
async function read(
  operator: Pick<Operator, 'store'>,
  fresh: readonly SettledExchange[],
): Promise<readonly ExchangeView[]> {
  const ids = fresh.slice(0, mostGiven).map(({ id }) => id);
  const records = await operator.store.findExchanges(ids);
  const views = await encodeExchanges(operator, records);
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.toReversed().flatMap((id) => byId.get(id) ?? []);
}

/** Ends early when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
    if (signal.aborted) wake();
  });
}
