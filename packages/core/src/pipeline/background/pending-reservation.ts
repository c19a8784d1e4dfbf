/** Keeps the reservation of a background response, also after the process that made it has ended. */
import { noUsage } from '@parley/protocol';
import { costOf } from '../../billing/cost/cost.ts';
import type { TokenBudget } from '../../billing/quota/metering/token-budget.ts';
import type { GatewayContext } from '../../context.ts';
import type { Amount } from '../../store/index.ts';
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
  const { store, leases } = gateway;
  const { id, keyId, accountId } = exchange.record;
  try {
    const limits = (await store.readKey(keyId))?.key.limits ?? {};
    const owner = { id, keyId, accountId, limits };
    const nothing = { moreNanoUsd: 0, moreTokens: 0, overdraft: true };
    if (await store.extendReservation({ ...owner, ...nothing })) return;
    const { nanoUsd, tokens } = reservedAmount(exchange, budget);
    // The request has already been counted in the limits per minute.
    const { requestsPerMinute: _, tokensPerMinute: __, ...amountLimits } = limits;
    leases.hold(id);
    leases.detach(id);
    const { kind } = await store.reserve({
      ...owner,
      limits: amountLimits,
      owner: leases.owner,
      lifeMs: leases.lifeMs,
      last: true,
      amounts: { nanoUsd, leastNanoUsd: 0, tokens, leastTokens: 0, rateTokens: 0 },
    });
    if (kind !== 'granted') leases.drop(id);
  } catch (cause) {
    gateway.log('warn', 'The reservation of a background response could not be renewed.', {
      request_id: id,
      cause,
    });
  }
}
