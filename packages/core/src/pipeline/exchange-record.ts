/** Makes the record of an exchange from the last state it reached; used by `settle`. */
import { fidelityOf, type GatewayError, type Note } from '@parley/protocol';
import type { Bill } from '../billing/quota/bill.ts';
import { isQuotable } from '../models/routing/call-name.ts';
import type {
  AttemptCharge,
  AttemptRecord,
  ExchangeRecord,
  KeyRecord,
  Outcome,
} from '../store/index.ts';
import type { Reached } from './state.ts';

/** How an exchange ended. */
export interface Ending {
  /** The HTTP status that the caller saw; 499 when the caller left first. */
  readonly status: number;
  readonly error?: GatewayError | undefined;
  /** When the first byte of the answer was sent, on the monotonic clock; absent when there was none. */
  readonly firstByteTick?: number | undefined;
}

/** What a record holds that the state does not. */
export interface RecordParts {
  readonly key: KeyRecord;
  readonly ending: Ending;
  readonly bill: Bill;
  readonly notes: readonly Note[];
  /** Milliseconds from the start to the end. */
  readonly durationMs: number;
}

export function recordExchange(reached: Reached, parts: RecordParts): ExchangeRecord {
  const { key, ending, bill, notes, durationMs } = parts;
  const { attempts, route, request } = reached;
  const { last } = attempts;
  return {
    id: reached.id,
    keyId: key.id,
    accountId: key.accountId,
    group: route?.group.name ?? key.groups[0],
    endpoint: reached.endpoint,
    inbound: reached.inbound.dialect,
    callName: callNameOf(reached) ?? '',
    stream: request?.summary.stream ?? false,
    outcome: outcomeOf(ending.error),
    status: ending.status,
    attempts: attempts.all.length,
    attemptRecords: recordAttempts(reached, bill.charges, durationMs),
    listNanoUsd: bill.listNanoUsd,
    chargedNanoUsd: bill.nanoUsd,
    pricing: bill.pricing,
    fidelity: fidelityOf(notes),
    notes,
    startedAt: reached.startedAt,
    durationMs: Math.round(durationMs),
    ...(last && { outbound: last.outbound, upstream: last.upstream, upstreamModel: last.model }),
    ...(ending.error && describeError(ending.error)),
    ...(bill.usage && { usage: bill.usage }),
    ...recordTimes(reached, ending),
  };
}

/** The call name that serves it; before one is found, what the caller wrote, if it is harmless. */
export function callNameOf({ route, request }: Reached): string | undefined {
  if (route !== undefined) return route.callName;
  return request && isQuotable(request.summary.model) ? request.summary.model : undefined;
}

export function outcomeOf(error: GatewayError | undefined): Outcome {
  if (error === undefined) return 'completed';
  return error.code === 'canceled' ? 'canceled' : 'failed';
}

/** Milliseconds from the start to the first byte of the answer. */
export function firstByteMsOf(
  { startedTick }: Reached,
  { firstByteTick }: Ending,
): number | undefined {
  return firstByteTick === undefined ? undefined : Math.round(firstByteTick - startedTick);
}

type RecordedTimes = Pick<ExchangeRecord, 'authenticatedMs' | 'admittedMs' | 'firstByteMs'>;

function recordTimes(reached: Reached, ending: Ending): RecordedTimes {
  const { authenticatedMs, admittedMs } = reached;
  const firstByteMs = firstByteMsOf(reached, ending);
  return {
    ...(authenticatedMs !== undefined && { authenticatedMs: Math.round(authenticatedMs) }),
    ...(admittedMs !== undefined && { admittedMs: Math.round(admittedMs) }),
    ...(firstByteMs !== undefined && { firstByteMs }),
  };
}

/** An attempt without an end of its own ended with the exchange. */
function recordAttempts(
  { attempts, startedTick }: Reached,
  charges: readonly AttemptCharge[],
  durationMs: number,
): readonly AttemptRecord[] {
  const offsetOf = (tick: number): number => Math.round(tick - startedTick);
  return attempts.all.map((attempt, index): AttemptRecord => {
    const { status, error, firstByteTick, endedTick = startedTick + durationMs } = attempt;
    return {
      number: index + 1,
      upstream: attempt.upstream,
      upstreamModel: attempt.model,
      outbound: attempt.outbound,
      ...(status !== undefined && { status }),
      ...(error && describeAttemptError(error)),
      startedMs: offsetOf(attempt.startedTick),
      ...(firstByteTick !== undefined && { firstByteMs: offsetOf(firstByteTick) }),
      endedMs: offsetOf(endedTick),
      ...recordCharge(charges[index]),
    };
  });
}

type RecordedCharge = Pick<AttemptRecord, 'usage' | 'listNanoUsd' | 'chargedNanoUsd' | 'pricing'>;

/** Without usage there is nothing that could have a price. */
function recordCharge(charge: AttemptCharge | undefined): RecordedCharge {
  if (charge?.usage === undefined) return { listNanoUsd: 0, chargedNanoUsd: 0 };
  const { usage, listNanoUsd, nanoUsd: chargedNanoUsd, pricing } = charge;
  return { usage, listNanoUsd, chargedNanoUsd, pricing };
}

type AttemptError = Pick<AttemptRecord, 'errorCode' | 'reason' | 'message'>;

function describeAttemptError({ code, reason, message }: GatewayError): AttemptError {
  return {
    errorCode: code,
    ...(reason !== undefined && { reason: cut(reason) }),
    message: cut(message),
  };
}

type ExchangeError = Pick<ExchangeRecord, 'errorCode' | 'errorReason' | 'errorMessage'>;

/** What the caller may see of an error; its causes go to the log only. */
function describeError({ code, reason, message }: GatewayError): ExchangeError {
  return {
    errorCode: code,
    ...(reason !== undefined && { errorReason: cut(reason) }),
    errorMessage: cut(message),
  };
}

/** Longest text of an error in a record, in UTF-16 units. */
const longestMessage = 500;

/** A character of two units is not cut in half. */
function cut(text: string): string {
  return text.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, '');
}
