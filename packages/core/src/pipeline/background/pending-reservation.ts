/** Keeps the reservation of a background response, also after the process that made it has ended. */
import { noUsage } from '@parley/protocol';
import { costOf } from '../../billing/cost/cost.ts';
import type { TokenBudget } from '../../billing/quota/metering/token-budget.ts';
import type { GatewayContext } from '../../context.ts';
import type { Amount, ReservationExtension } from '../../store/index.ts';
import type { PendingExchange } from './pending-response.ts';

/** What was reserved for a response; where it is not recorded, by the tokens of its budget. */
export function reservedAmount(
  { quote, promptTokens }: PendingExchange,
  {
    reserved,
    promptTokens: input = promptTokens,
    outputTokens: output,
    toolUses = {},
  }: TokenBudget,
): Amount {
  if (reserved !== undefined) return reserved;
  const { nanoUsd } = costOf(
    quote.price,
    { ...noUsage, input, output, toolUses },
    quote.multiplier,
  );
  return { nanoUsd, tokens: input + output };
}

/**
 * Releases the reservations of responses that other processes have settled. They have ended with the settlement, unless
 * they were made again after it.
 * @param detached those of this process, from before the responses that have not ended were listed
 * @param pending the exchanges of these responses
 */
export function releaseSettled(
  { leases }: Pick<GatewayContext, 'leases'>,
  detached: readonly string[],
  pending: ReadonlySet<string>,
): void {
  for (const id of detached) if (!pending.has(id)) leases.abandon(id);
}

/**
 * Reserves again what a response may cost, if the process that had reserved it has ended. A limit that has no room
 * left does not stop the response, which the upstream generates in any case. Never rejects.
 */
export async function renewReservation(
  gateway: GatewayContext,
  exchange: PendingExchange,
): Promise<void> {
  const { budget } = exchange;
  if (budget === undefined) return;
  try {
    const payer = await readPayer(gateway, exchange);
    const expected = reservedAmount(exchange, budget);
    if (await hold(gateway, payer, expected)) return;
    // What it holds of a limit without more room stays.
    if (await hold(gateway, payer, { nanoUsd: 0, tokens: 0 })) return;
    await reserveRest(gateway, payer, expected);
  } catch (cause) {
    gateway.log('warn', 'The reservation of a background response could not be renewed.', {
      request_id: exchange.record.id,
      cause,
    });
  }
}

/**
 * Reserves what a response that has ended lacks of what was reserved for it at first.
 * @returns what it may cost without exceeding a limit; less than was reserved where that has expired, and others have
 *   used the limit meanwhile
 */
export async function restoreReservation(
  gateway: GatewayContext,
  exchange: PendingExchange,
  budget: TokenBudget,
): Promise<Amount> {
  const payer = await readPayer(gateway, exchange);
  const expected = reservedAmount(exchange, budget);
  if (await hold(gateway, payer, expected)) return expected;
  // It runs no longer, so that its key may run others in its place.
  const { concurrency: _, ...limits } = payer.limits;
  return reserveRest(gateway, { ...payer, limits }, expected);
}

/** An exchange, and the key and the account that pay for it. */
type Payer = Pick<ReservationExtension, 'id' | 'keyId' | 'accountId' | 'limits'>;

async function readPayer({ store }: GatewayContext, { record }: PendingExchange): Promise<Payer> {
  const { id, keyId, accountId } = record;
  return { id, keyId, accountId, limits: (await store.readKey(keyId))?.key.limits ?? {} };
}

/** Whether its reservation holds these amounts, or does now. */
function hold({ store }: GatewayContext, payer: Payer, amount: Amount): Promise<boolean> {
  const { nanoUsd: moreNanoUsd, tokens: moreTokens } = amount;
  return store.extendReservation({
    ...payer,
    moreNanoUsd,
    moreTokens,
    inTotal: true,
    overdraft: false,
  });
}

/** Reserves these amounts or what is free of them, with what the reservation held before. */
async function reserveRest(
  { store, leases }: GatewayContext,
  { limits, ...payer }: Payer,
  { nanoUsd, tokens }: Amount,
): Promise<Amount> {
  const { id } = payer;
  // The request has already been counted in the limits per minute.
  const { requestsPerMinute: _, tokensPerMinute: __, ...amountLimits } = limits;
  leases.register(id);
  leases.detach(id);
  const outcome = await store.reserve({
    ...payer,
    limits: amountLimits,
    owner: leases.owner,
    lifeMs: leases.lifeMs,
    last: true,
    amounts: { nanoUsd, leastNanoUsd: 0, tokens, leastTokens: 0, rateTokens: 0 },
  });
  if (outcome.kind === 'granted') return { nanoUsd: outcome.nanoUsd, tokens: outcome.tokens };
  leases.drop(id);
  return { nanoUsd: 0, tokens: 0 };
}
