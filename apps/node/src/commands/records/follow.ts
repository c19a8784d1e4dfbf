import { setTimeout as wait } from 'node:timers/promises';
import type { ConfigurationOperator, ExchangeView } from '@parley/core/administration';
import { pageExchanges, readLatest, type ExchangeSelection } from './exchange-pages.ts';

export interface FollowOptions {
  readonly selection: ExchangeSelection;
  /** How many of the past are written at first. */
  readonly lines: number;
  readonly write: (exchange: ExchangeView) => void;
}

/** How often the store is asked for what is new, in milliseconds. */
const askEveryMs = 500;
/** How far each look goes back, in milliseconds. */
const shortLookMs = 60_000;
/** An exchange is recorded when it ends, so that a long one appears behind later ones. */
const longLookMs = 3_600_000;
/** Every so often a look goes back far. */
const longLookEvery = 20;

/** Writes the latest exchanges, and then every one that ends, once, until the process ends. */
export async function followExchanges(
  operator: ConfigurationOperator,
  { selection, lines, write }: FollowOptions,
): Promise<never> {
  /** When each one began that may be met again. */
  const seen = new Map<string, number>();
  const remember = ({ id, started_at: at }: ExchangeView) => seen.set(id, Date.parse(at));
  const findNew = async (lookMs: number): Promise<readonly ExchangeView[]> => {
    const found: ExchangeView[] = [];
    const from = Date.now() - lookMs;
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

  (await findNew(longLookMs)).forEach(remember);
  show(await readLatest(operator, selection, lines));
  for (let look = 1; ; look += 1) {
    await wait(askEveryMs);
    show(await findNew(look % longLookEvery === 0 ? longLookMs : shortLookMs));
    const oldest = Date.now() - longLookMs;
    for (const [id, startedAt] of seen) if (startedAt < oldest) seen.delete(id);
  }
}
