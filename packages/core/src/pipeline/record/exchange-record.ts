/** Builds the record of an exchange from the last state that it reached; used by `settle`. */
import { fidelityOf, type GatewayError, type Note } from '@parley/protocol';
import type { Bill } from '../../billing/quota/settlement/bill.ts';
import { isQuotable } from '../../models/routing/call-name.ts';
import { describeToOperator } from '../../models/routing/failure-message.ts';
import type {
  AttemptCharge,
  AttemptRecord,
  ExchangeRecord,
  KeyRecord,
  Outcome,
} from '../../store/index.ts';
import type { Reached } from '../state.ts';
import { limitNotes } from './recorded-notes.ts';
import { recordText } from './recorded-text.ts';

/** How an exchange ended. */
export interface Ending {
  /** The HTTP status of the response; 499 when the client disconnected first. */
  readonly status: number;
  readonly error?: GatewayError | undefined;
  /** When the first byte of the response was sent, on the monotonic clock; absent when there was none. */
  readonly firstByteTick?: number | undefined;
}

/** The parts of a record that are not in the state. */
export interface RecordParts {
  readonly key: KeyRecord;
  readonly ending: Ending;
  readonly bill: Bill;
  readonly notes: readonly Note[];
  /** Milliseconds from the start to the end. */
  readonly durationMs: number;
}

/** Returns the record of an exchange; fields of stages that it did not reach are empty. */
export function recordExchange(reached: Reached, parts: RecordParts): ExchangeRecord {
  const { key, ending, bill, notes, durationMs } = parts;
  const { attempts, request } = reached;
  const { last } = attempts;
  const { errorCode, errorReason, errorMessage } = describeError(ending.error);
  return {
    id: reached.id,
    keyId: key.id,
    accountId: key.accountId,
    group: groupOf(reached, key),
    endpoint: reached.endpoint,
    inbound: reached.inbound.dialect,
    outbound: last?.outbound,
    callName: callNameOf(reached, ending.error) ?? '',
    upstream: last?.upstream,
    upstreamModel: last && recordModel(reached, ending.error, last.model),
    stream: request?.summary.stream ?? false,
    outcome: outcomeOf(ending.error),
    status: ending.status,
    errorCode,
    errorReason,
    errorMessage,
    attempts: attempts.all.length,
    attemptRecords: recordAttempts(reached, parts),
    usage: bill.usage,
    costNanoUsd: bill.costNanoUsd,
    listNanoUsd: bill.listNanoUsd,
    chargedNanoUsd: bill.nanoUsd,
    pricing: bill.pricing,
    fidelity: fidelityOf(notes),
    notes: limitNotes(notes),
    startedAt: reached.startedAt,
    authenticatedMs: round(reached.authenticatedMs),
    admittedMs: round(reached.admittedMs),
    firstByteMs: firstByteMsOf(reached, ending),
    durationMs: Math.round(durationMs),
  };
}

/** The group of the call name; before it is resolved, the first group of the key. */
export function groupOf({ route }: Reached, { groups }: Pick<KeyRecord, 'groups'>): string {
  return route?.group.name ?? groups[0];
}

/** The resolved call name; before it is resolved, what the client wrote, if that is safe to record. */
export function callNameOf(reached: Reached, error: GatewayError | undefined): string | undefined {
  const { route, request } = reached;
  if (route !== undefined) return recordModel(reached, error, route.callName);
  return request && isQuotable(request.summary.model)
    ? recordText(request.summary.model)
    : undefined;
}

/**
 * A name of the model of an exchange. Where the upstream has not listed its models, a client may have written anything,
 * and an error leaves open whether there is such a model.
 */
export function recordModel(
  { route }: Pick<Reached, 'route'>,
  error: GatewayError | undefined,
  name: string,
): string {
  if (error === undefined || route === undefined) return name;
  return route.group.routes.has(route.callName) ? name : recordText(name);
}

/** The outcome of an exchange: `canceled` when its client disconnected. */
export function outcomeOf(error: GatewayError | undefined): Outcome {
  if (error === undefined) return 'completed';
  return error.code === 'canceled' ? 'canceled' : 'failed';
}

/** Whole milliseconds from the start to the first byte of the response. */
export function firstByteMsOf(
  { startedTick }: Reached,
  { firstByteTick }: Pick<Ending, 'firstByteTick'>,
): number | undefined {
  return firstByteTick === undefined ? undefined : Math.round(firstByteTick - startedTick);
}

function round(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.round(milliseconds);
}

/** An attempt without an end time ended with the exchange. */
function recordAttempts(
  reached: Reached,
  { bill, ending, durationMs }: RecordParts,
): readonly AttemptRecord[] {
  const { attempts, startedTick } = reached;
  return attempts.all.map((attempt, index) => {
    const { error, endedTick = startedTick + durationMs } = attempt;
    const { usage, listNanoUsd, chargedNanoUsd, costNanoUsd, pricing } = recordCharge(
      bill.charges[index],
    );
    return {
      number: index + 1,
      upstream: attempt.upstream,
      upstreamModel: recordModel(reached, ending.error, attempt.model),
      outbound: attempt.outbound,
      status: attempt.status,
      errorCode: error?.code,
      reason: recordText(error?.reason),
      message: recordText(error && describeToOperator(error)),
      startedMs: Math.round(attempt.startedTick - startedTick),
      firstByteMs: firstByteMsOf(reached, attempt),
      endedMs: Math.round(endedTick - startedTick),
      usage,
      listNanoUsd,
      chargedNanoUsd,
      costNanoUsd,
      pricing,
    };
  });
}

type RecordedCharge = Pick<
  AttemptRecord,
  'usage' | 'listNanoUsd' | 'chargedNanoUsd' | 'costNanoUsd' | 'pricing'
>;

/** An attempt without usage has no price. */
export function recordCharge(charge: AttemptCharge | undefined): RecordedCharge {
  if (charge?.usage === undefined) return { listNanoUsd: 0, chargedNanoUsd: 0 };
  const { usage, listNanoUsd, nanoUsd: chargedNanoUsd, costNanoUsd, pricing } = charge;
  return { usage, listNanoUsd, chargedNanoUsd, costNanoUsd, pricing };
}

type RecordedError = Pick<ExchangeRecord, 'errorCode' | 'errorReason' | 'errorMessage'>;

/** The parts of an error that the client may see; its causes are only logged. */
export function describeError(error: GatewayError | undefined): RecordedError {
  return {
    errorCode: error?.code,
    errorReason: recordText(error?.reason),
    errorMessage: recordText(error?.message),
  };
}
