import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Exchange } from '../../pipeline/state.ts';
import { demandOf, outputWithin } from '../pricing/demand.ts';
import type { Question } from '../../pipeline/parse.ts';
import type { PricedTarget } from '../pricing/priced-target.ts';
import type { Group } from '../../models/routing/snapshot.ts';
import { StoreUnavailableError, type ReserveOutcome } from '../../store/index.ts';
import type { Allowance } from './allowance.ts';
import { limitsUse, type Holder } from './limited.ts';
import { refusalError } from './refusal.ts';
import { boundTokens, countCandidates } from './token-bound.ts';
import type { Decided } from './waiting-line.ts';

export interface Reserving {
  readonly caller: Holder;
  readonly question: Question;
  readonly group: Group;
  readonly targets: readonly PricedTarget[];
}

/**
 * Holds what an exchange may use up, and waits for it when others hold it.
 * @returns what the answer may use, where that is limited
 * @throws GatewayError when a limit refuses it, or the store cannot be asked
 */
export async function reserve(
  gateway: GatewayContext,
  exchange: Exchange,
  asked: Reserving,
): Promise<Allowance | undefined> {
  const { caller, question, group } = asked;
  const { operation, facts } = exchange;
  const found = asked.targets.map(({ price }) => price);
  const bound = boundTokens({
    question,
    operation,
    targets: asked.targets.map(({ target }) => target),
    isRated: caller.key.limits.tokensPerMinute !== undefined,
    ...(facts.effort && { effort: facts.effort }),
  });
  const demand = demandOf(bound, found, group.multiplier);
  const outcome = await apply(gateway, exchange, { caller, demand });
  facts.standing = outcome.standing;
  if (outcome.kind === 'refused') {
    facts.refused = outcome;
    throw refusalError(outcome, gateway.clock.now());
  }
  if (!limitsUse(caller)) return undefined;
  const outputTokens = outputWithin(outcome, bound, {
    found,
    multiplier: group.multiplier,
  });
  const isTold =
    question.facts.maxOutputTokens !== undefined ||
    outputTokens < bound.outputBound ||
    found.some(({ kind }) => kind === 'priced');
  const outputLimit = Math.floor(outputTokens / countCandidates(operation, question));
  return {
    ...(bound.readsMore !== true && { promptTokens: bound.inputBytesBound }),
    outputTokens,
    ...(isTold && { outputLimit }),
  };
}

/** The keeper is told first: a reservation whose answer is lost on its way must be kept in order too. */
function apply(
  gateway: GatewayContext,
  { id: exchangeId, interruption, host }: Exchange,
  { caller, demand }: { readonly caller: Holder; readonly demand: ReturnType<typeof demandOf> },
): Promise<Decided> {
  const { keeper, lines, store } = gateway;
  const { owner, lifeMs } = keeper;
  const { id: keyId, accountId, limits } = caller.key;
  keeper.sweepIfDue();
  keeper.hold(exchangeId, host.waitUntil === undefined);
  const request = { exchangeId, keyId, accountId, limits, demand, owner, lifeMs };
  const ask = (last: boolean): Promise<ReserveOutcome> =>
    store.reserve({ ...request, last }).catch(refuseBlindly);
  return lines.apply({ keyId, accountId, interruption, ask });
}

/** Overspent money cannot be called back, so limited keys are refused when nobody can count. */
function refuseBlindly(cause: unknown): never {
  if (!(cause instanceof StoreUnavailableError)) throw cause;
  throw new GatewayError('overloaded', 'The gateway cannot check the limits of this key now.', {
    reason: 'store_unavailable',
    retryAfter: 5,
    cause,
  });
}
