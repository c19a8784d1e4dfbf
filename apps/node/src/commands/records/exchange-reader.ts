/** Reads exchanges from the store for `parley logs`: by page, the latest, or as they end. */
import { setTimeout as wait } from 'node:timers/promises';
import { listExchanges, type ConfigurationOperator, type ExchangeView } from '@parley/admin';
import { readPages } from '../pages.ts';

export interface ExchangeSelection {
  readonly key_id?: string;
  /** Started at this time or later; milliseconds since 1970. */
  readonly from?: number;
}

/** The selected exchanges, newest first. */
const pageExchanges = (operator: ConfigurationOperator, selection: ExchangeSelection) =>
  readPages<ExchangeView>((page) => listExchanges(operator, { ...selection, ...page }));

/** The latest exchanges, oldest first. */
export async function readLatest(
  operator: ConfigurationOperator,
  selection: ExchangeSelection,
  count: number,
): Promise<readonly ExchangeView[]> {
  const latest: ExchangeView[] = [];
  if (count === 0) return latest;
  for await (const exchange of pageExchanges(operator, selection)) {
    latest.push(exchange);
    if (latest.length === count) break;
  }
  return latest.toReversed();
}

export interface FollowedLog {
  readonly selection: ExchangeSelection;
  /** Number of past exchanges to begin with. */
  readonly lines: number;
  readonly write: (exchange: ExchangeView) => void;
}

/** Milliseconds between two queries of the store. */
const pollMs = 500;
/** Milliseconds that a query looks back. */
const shortSpanMs = 60_000;
/** Milliseconds that some queries look back: an exchange is recorded when it ends, perhaps long after its start. */
const longSpanMs = 3_600_000;
/** After this number of short queries, one query covers the long span. */
const longSpanEvery = 20;

/** Writes the latest exchanges, and then each one once it has ended, until the process is stopped. */
export async function followLog(
  operator: ConfigurationOperator,
  { selection, lines, write }: FollowedLog,
): Promise<never> {
  /** When each exchange started that a later query may return again, by id. */
  const seen = new Map<string, number>();
  const remember = ({ id, started_at: at }: ExchangeView) => seen.set(id, Date.parse(at));
  const findNew = async (spanMs: number): Promise<readonly ExchangeView[]> => {
    const found: ExchangeView[] = [];
    const from = Date.now() - spanMs;
    for await (const exchange of pageExchanges(operator, { ...selection, from })) {
      if (!seen.has(exchange.id)) found.push(exchange);
    }
    return found.toReversed();
  };
  const show = (exchanges: readonly ExchangeView[]) => {
    for (const exchange of exchanges) {
      remember(exchange);
      write(exchange);
    }
  };

  (await findNew(longSpanMs)).forEach(remember);
  show(await readLatest(operator, selection, lines));
  for (let query = 1; ; query += 1) {
    await wait(pollMs);
    show(await findNew(query % longSpanEvery === 0 ? longSpanMs : shortSpanMs));
    const oldest = Date.now() - longSpanMs;
    for (const [id, startedAt] of seen) if (startedAt < oldest) seen.delete(id);
  }
}
