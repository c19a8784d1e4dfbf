import { fidelityOf, noteCorrections, type GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Ending, Exchange, ExchangeFacts } from './state.ts';
import { describeError, recordAttempts } from './upstream/attempt-log.ts';
import { writeBill } from '../billing/quota/bill.ts';
import type { ExchangeRecord, Outcome, Settlement } from '../store/index.ts';

type RecordedTimes = Pick<ExchangeRecord, 'authenticatedMs' | 'admittedMs' | 'firstByteMs'>;

/** What a price is multiplied by where no group was found, in millionths: by 1. */
const plainMultiplier = 1_000_000;

/**
 * Records how an exchange ended and charges what it used, once, before its caller sees the end. A
 * store that fails here is logged and does not take the answer away from the caller.
 */
export async function settle(
  gateway: GatewayContext,
  exchange: Exchange,
  ending: Ending,
): Promise<void> {
  const { facts, interruption } = exchange;
  if (facts.settled) return;
  facts.settled = true;
  const durationMs = gateway.clock.monotonic() - exchange.startedTick;
  try {
    const settlement = toSettlement(exchange, ending, durationMs);
    reportExcess(gateway, exchange);
    if (settlement !== undefined) await gateway.desk.settle(settlement);
  } catch (thrown) {
    gateway.log('error', 'An exchange could not be recorded.', {
      request_id: exchange.id,
      cause: thrown,
    });
    gateway.keeper.abandon(exchange.id);
  } finally {
    interruption.complete();
    gateway.running.delete(interruption);
    facts.leave?.();
    logExchange(gateway, exchange, { ending, durationMs });
  }
}

/** Exchanges without a valid key have no owner; they and free questions are only logged. */
function toSettlement(
  exchange: Exchange,
  ending: Ending,
  durationMs: number,
): Settlement | undefined {
  const { facts, operation } = exchange;
  const { key } = facts;
  if (key === undefined || !operation.recorded) return undefined;
  const bill = writeBill(facts.attempts, facts.group?.multiplier ?? plainMultiplier);
  facts.bill = bill;
  const last = facts.attempts.at(-1);
  facts.notes = [...facts.notes, ...noteCorrections(last?.meter?.usage)];
  const record: ExchangeRecord = {
    id: exchange.id,
    keyId: key.id,
    accountId: key.accountId,
    group: facts.group?.name ?? key.groups[0],
    endpoint: exchange.endpoint,
    inbound: exchange.inbound.dialect,
    callName: facts.callName ?? '',
    stream: facts.stream ?? false,
    outcome: outcomeOf(ending.error),
    status: ending.status,
    attempts: facts.attempts.length,
    attemptRecords: recordAttempts(exchange, bill, durationMs),
    listNanos: bill.listNanos,
    chargedNanos: bill.nanos,
    pricing: bill.pricing,
    fidelity: fidelityOf(facts.notes),
    notes: facts.notes,
    startedAt: exchange.startedAt,
    durationMs: Math.round(durationMs),
    ...(last && { outbound: last.outbound, upstream: last.upstream, upstreamModel: last.model }),
    ...(ending.error && describeError(ending.error)),
    ...(bill.usage && { usage: bill.usage }),
    ...roundTimes(facts),
  };
  return { record, charges: bill.charges, limits: key.limits };
}

/** What became known of the times of an exchange, in whole milliseconds from its start. */
function roundTimes({ authenticatedMs, admittedMs, firstByteMs }: ExchangeFacts): RecordedTimes {
  return {
    ...(authenticatedMs !== undefined && { authenticatedMs: Math.round(authenticatedMs) }),
    ...(admittedMs !== undefined && { admittedMs: Math.round(admittedMs) }),
    ...(firstByteMs !== undefined && { firstByteMs: Math.round(firstByteMs) }),
  };
}

/** Nothing is left out of a bill in silence. */
function reportExcess(gateway: GatewayContext, { id, facts }: Exchange): void {
  for (const { upstream, model, meter } of facts.attempts) {
    const used = meter?.excess;
    if (used === undefined) continue;
    const message = 'An upstream reports more than was held for the call; the rest is not charged.';
    gateway.log('warn', message, { request_id: id, upstream, model, used });
  }
}

function outcomeOf(error: GatewayError | undefined): Outcome {
  if (error === undefined) return 'completed';
  return error.code === 'canceled' ? 'canceled' : 'failed';
}

function logExchange(
  gateway: GatewayContext,
  exchange: Exchange,
  { ending, durationMs }: { readonly ending: Ending; readonly durationMs: number },
): void {
  const { facts } = exchange;
  const { error } = ending;
  const level = error === undefined || ending.status < 500 ? 'info' : 'warn';
  gateway.log(level, 'exchange', {
    request_id: exchange.id,
    ...describeCaller(facts),
    endpoint: exchange.endpoint,
    model: facts.callName,
    ...describeAttempts(facts),
    stream: facts.stream,
    status: ending.status,
    outcome: outcomeOf(error),
    first_byte_ms: facts.firstByteMs === undefined ? undefined : Math.round(facts.firstByteMs),
    duration_ms: Math.round(durationMs),
    usage: facts.bill?.usage,
    charged_nanos: facts.bill?.nanos,
    pricing: facts.bill?.pricing,
    notes: facts.notes.length,
    error_code: error?.code,
    error_reason: error?.reason,
    cause: error?.code === 'internal' ? error.cause : undefined,
  });
}

function describeCaller({ key, group }: ExchangeFacts): Readonly<Record<string, unknown>> {
  return {
    key_id: key?.id,
    account_id: key?.accountId,
    group: group?.name ?? key?.groups[0],
  };
}

function describeAttempts({ attempts }: ExchangeFacts): Readonly<Record<string, unknown>> {
  const last = attempts.at(-1);
  return { upstream: last?.upstream, upstream_model: last?.model, attempts: attempts.length };
}
