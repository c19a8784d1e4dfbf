import { fidelityOf, type GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Ending, Exchange } from '../exchange.ts';
import type { ExchangeRecord, Outcome } from '../store.ts';

/**
 * Records how an exchange ended, once, before its caller sees the end. A store that fails here is
 * logged and does not take the answer away from the caller.
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
    const record = toRecord(exchange, ending, durationMs);
    if (record !== undefined) await gateway.store.recordExchange(record);
  } catch (thrown) {
    gateway.log('error', 'An exchange could not be recorded.', {
      request_id: exchange.id,
      cause: thrown,
    });
  } finally {
    interruption.complete();
    gateway.running.delete(interruption);
    facts.admission?.leave();
    logExchange(gateway, exchange, { ending, durationMs });
  }
}

/** Exchanges without a valid key have no owner; they and free questions are only logged. */
function toRecord(
  exchange: Exchange,
  ending: Ending,
  durationMs: number,
): ExchangeRecord | undefined {
  const { facts } = exchange;
  if (facts.key === undefined || !exchange.operation.recorded) return undefined;
  return {
    id: exchange.id,
    keyId: facts.key.id,
    group: facts.key.group,
    endpoint: exchange.endpoint,
    inbound: exchange.inbound.dialect,
    callName: facts.callName ?? '',
    stream: facts.stream ?? false,
    outcome: outcomeOf(ending.error),
    status: ending.status,
    attempts: facts.attempts,
    fidelity: fidelityOf(facts.notes),
    notes: facts.notes,
    startedAt: exchange.startedAt,
    durationMs: Math.round(durationMs),
    ...(facts.outbound === undefined ? {} : { outbound: facts.outbound }),
    ...(facts.upstream === undefined ? {} : { upstream: facts.upstream }),
    ...(facts.upstreamModel === undefined ? {} : { upstreamModel: facts.upstreamModel }),
    ...(ending.error === undefined ? {} : { errorCode: ending.error.code }),
    ...(facts.usage === undefined ? {} : { usage: facts.usage }),
    ...(facts.firstByteMs === undefined ? {} : { firstByteMs: Math.round(facts.firstByteMs) }),
  };
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
    key_id: facts.key?.id,
    group: facts.key?.group,
    endpoint: exchange.endpoint,
    model: facts.callName,
    upstream: facts.upstream,
    upstream_model: facts.upstreamModel,
    stream: facts.stream,
    status: ending.status,
    outcome: outcomeOf(error),
    attempts: facts.attempts,
    first_byte_ms: facts.firstByteMs === undefined ? undefined : Math.round(facts.firstByteMs),
    duration_ms: Math.round(durationMs),
    usage: facts.usage,
    notes: facts.notes.length,
    error_code: error?.code,
    error_reason: error?.reason,
    cause: error?.code === 'internal' ? error.cause : undefined,
  });
}
