/** Tells the extensions and the log that an exchange has ended; called by `settle`. */
import type { GatewayError, Note } from '@parley/protocol';
import type { Bill } from '../../billing/quota/settlement/bill.ts';
import type { GatewayContext } from '../../context.ts';
import type { LogFields } from '../../ports.ts';
import {
  callNameOf,
  firstByteMsOf,
  groupOf,
  outcomeOf,
  recordModel,
  type Ending,
} from './exchange-record.ts';
import type { ExchangeSummary } from './exchange-summary.ts';
import type { Reached } from '../state.ts';

/** How an exchange ended, once it is settled: the error may be that it could not be recorded. */
export interface ExchangeEnd extends Ending {
  /** Absent for exchanges that are not recorded. */
  readonly bill: Bill | undefined;
  readonly notes: readonly Note[];
  /** Milliseconds from the start to the end. */
  readonly durationMs: number;
}

/** Never throws: a failure of an extension is logged. */
export function reportExchange(gateway: GatewayContext, reached: Reached, end: ExchangeEnd): void {
  const { extensions, log } = gateway;
  let summary: ExchangeSummary | undefined;
  for (const { onEnded } of extensions) {
    try {
      onEnded?.((summary ??= summarize(reached, end)));
    } catch (cause) {
      log('error', 'An extension failed at the end of a request.', { cause });
    }
  }
  const level = end.error !== undefined && end.status >= 500 ? 'warn' : 'info';
  if (log.isWritten?.(level) !== false) log(level, 'exchange', describe(reached, end));
}

function summarize(
  { id, endpoint, caller, incoming, inbound, route, request, attempts, startedTick }: Reached,
  { status, error, firstByteTick, durationMs, bill }: ExchangeEnd,
): ExchangeSummary {
  return {
    id,
    endpoint,
    key: caller?.key,
    headers: incoming.request.headers,
    inbound: inbound.dialect,
    callName: route && recordModel({ route }, error, route.callName),
    stream: request?.summary.stream ?? false,
    attempts:
      error === undefined
        ? attempts.all
        : attempts.all.map((one) => ({ ...one, model: recordModel({ route }, error, one.model) })),
    status,
    outcome: outcomeOf(error),
    error,
    startedTick,
    firstByteTick,
    durationMs,
    charges: bill?.charges ?? [],
  };
}

function describe(reached: Reached, end: ExchangeEnd): LogFields {
  const { caller, attempts } = reached;
  const { status, error, bill, notes, durationMs } = end;
  return {
    request_id: reached.id,
    key_id: caller?.key.id,
    account_id: caller?.key.accountId,
    group: caller && groupOf(reached, caller.key),
    endpoint: reached.endpoint,
    model: callNameOf(reached, error),
    upstream: attempts.last?.upstream,
    upstream_model: attempts.last?.model,
    attempts: attempts.all.length,
    stream: reached.request?.summary.stream,
    status,
    outcome: outcomeOf(error),
    first_byte_ms: firstByteMsOf(reached, end),
    duration_ms: Math.round(durationMs),
    usage: bill?.usage,
    charged_nano_usd: bill?.nanoUsd,
    pricing: bill?.pricing,
    notes: notes.length,
    error_code: error?.code,
    error_reason: error?.reason,
    cause: loggedCause(error),
  };
}

/** Faults of the gateway itself are logged with their cause. */
function loggedCause(error: GatewayError | undefined): unknown {
  return error?.code === 'internal' ? error.cause : undefined;
}
