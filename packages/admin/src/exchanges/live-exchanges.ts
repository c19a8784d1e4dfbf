/** Live exchanges: follows exchanges as they are settled, by this or any other process of the same store. */
import type { SettledExchange } from '@parley/core/store';
import type { ExchangeView } from './exchange.ts';
import { toExchangeViews, toConditions, type ExchangeFilter } from './exchanges.ts';
import type { Operator } from '../shared/operator.ts';

/** An event of the live stream of requests. */
export type LiveEvent =
  /** First event: every exchange that settles from now on is reported. */
  | { readonly event: 'ready' }
  /** Exchanges that have settled, newest last. */
  | { readonly event: 'exchanges'; readonly data: readonly ExchangeView[] }
  /** At least `count` exchanges were left out; they settled before those of the next event. */
  | { readonly event: 'skipped'; readonly count: number }
  /** No exchange has settled for `keepAliveMs`. */
  | { readonly event: 'silence' };

/** How the requests that settle are followed. */
export interface FollowOptions {
  /** Ends the stream when it aborts. */
  readonly signal: AbortSignal;
  /** Milliseconds without events after which `silence` is sent. */
  readonly keepAliveMs: number;
  /** Milliseconds between two queries of the store; 500 by default. */
  readonly pollMs?: number;
}

/**
 * Each query goes back this far behind the latest settlement, in milliseconds of the store's clock, because
 * a settlement of another process may become visible only after later ones.
 */
const overlapMs = 5_000;
/** How many settlements one query returns, and how many exchanges one event holds. */
const maxSettled = 10_000;
const maxExchanges = 200;

/**
 * Polls the store for exchanges that have settled since the last query, and returns each exchange once.
 * It polls only while the next event is requested, so nothing is buffered for a slow reader.
 * @throws StoreUnavailableError when the store cannot serve
 */
export async function* followExchanges(
  operator: Pick<Operator, 'store' | 'clock'>,
  filter: ExchangeFilter,
  { signal, keepAliveMs, pollMs = 500 }: FollowOptions,
): AsyncGenerator<LiveEvent, void> {
  const { store, clock } = operator;
  const conditions = toConditions(filter);
  const listSince = (since: number) =>
    store.listSettled({ ...conditions, since: since - overlapMs, limit: maxSettled });
  let latest = await store.readTime();
  let known = idsOf(await listSince(latest));
  yield { event: 'ready' };
  for (let reportedAt = clock.monotonic(); ;) {
    await pause(pollMs, signal);
    if (signal.aborted) return;
    const settled = await listSince(latest);
    const fresh = settled.filter(({ id }) => !known.has(id));
    known = idsOf(settled);
    latest = Math.max(latest, settled[0]?.settledAt ?? 0);
    const skipped = fresh.length - maxExchanges;
    if (skipped > 0) yield { event: 'skipped', count: skipped };
    if (fresh.length > 0) yield { event: 'exchanges', data: await readExchanges(operator, fresh) };
    else if (clock.monotonic() - reportedAt >= keepAliveMs) yield { event: 'silence' };
    else continue;
    reportedAt = clock.monotonic();
  }
}

function idsOf(settled: readonly SettledExchange[]): ReadonlySet<string> {
  return new Set(settled.map(({ id }) => id));
}

/** At most `maxExchanges` of the newest ones, newest last. */
async function readExchanges(
  operator: Pick<Operator, 'store'>,
  fresh: readonly SettledExchange[],
): Promise<readonly ExchangeView[]> {
  const ids = fresh.slice(0, maxExchanges).map(({ id }) => id);
  const records = await operator.store.findExchanges(ids);
  const views = await toExchangeViews(operator, records);
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.toReversed().flatMap((id) => byId.get(id) ?? []);
}

/** Resolves after the time, or as soon as the signal aborts. */
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
