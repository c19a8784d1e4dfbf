/** Charges the exchange of a background response that has ended, and stores how it ended. */
import {
  GatewayError,
  omitUndefined,
  readBackgroundState,
  readBackgroundUsage,
  type JsonObject,
  type Usage,
} from '@parley/protocol';
import { ReplyMeter, countReply } from '../../billing/quota/metering/reply-meter.ts';
import { writeBill, type Bill } from '../../billing/quota/settlement/bill.ts';
import { RunningReservation } from '../../billing/quota/reservation/running-reservation.ts';
import type { Extension } from '../../billing/quota/slices/hold.ts';
import { familyOf } from '../../billing/tokens/token-family.ts';
import type { GatewayContext } from '../../context.ts';
import { cannotRecord } from '../../store/errors.ts';
import type { Amount, AttemptRecord, ExchangeRecord, KeyLimits } from '../../store/index.ts';
import { logExcess } from '../record/excess.ts';
import { describeError, outcomeOf, recordCharge } from '../record/exchange-record.ts';
import { noteExcess } from '../record/recorded-notes.ts';
import { addReply } from '../stored/conversations.ts';
import { itemIdsOf, readAnswered } from '../stored/stored-replies.ts';
import { trimResponses } from '../stored/trim-responses.ts';
import { encryptedLength, encryptResponse } from '../stored/response-encryption.ts';
import { createUpstreamReader } from '../upstream/upstream-reader.ts';
import { reservedAmount, restoreReservation } from './pending-reservation.ts';
import { modelOf, type PendingExchange, type PendingResponse } from './pending-response.ts';
import type { RemoteState } from './background-call.ts';

/**
 * Charges an exchange once, however often and by however many processes this is called: the store ignores a second
 * settlement of the same exchange. Then the response is stored as it ended.
 * @param error why the response failed; absent where the response itself says so, or succeeded
 * @throws GatewayError `overloaded` when nothing can be recorded now; the response then stays pending
 */
export async function settleResponse(
  gateway: GatewayContext,
  pending: PendingResponse,
  { json, text, error }: RemoteState & { readonly error?: GatewayError },
): Promise<void> {
  const { stored, exchange } = pending;
  const failure = error ?? failureOf(json);
  const limits = (await gateway.store.readKey(stored.keyId))?.key.limits ?? {};
  const meter = measure(gateway, pending, { json, failure });
  await cover(gateway, { exchange, limits, meter });
  const billed = exchange.attempts.map((attempt, index) =>
    index === exchange.attempts.length - 1 ? { ...attempt, meter } : attempt,
  );
  const bill = writeBill(billed, exchange.quote);
  const { excess } = meter;
  const record = completeRecord(gateway, { exchange, bill, failure, excess });
  logExcess(gateway, {
    requestId: record.id,
    upstream: pending.upstream,
    model: modelOf(record),
    excess,
  });
  const reservation = { id: record.id, isLast: true } as const;
  const { charges } = bill;
  const isKept = await gateway.settlements.settle({ record, charges, limits, reservation });
  if (!isKept) throw cannotRecord();
  await saveEnd(gateway, pending, { json, text });
  await addToConversation(gateway, pending, text);
}

function failureOf(json: JsonObject): GatewayError | undefined {
  const state = readBackgroundState(json);
  if (state === 'canceled') return new GatewayError('canceled', 'The client cancelled it.');
  if (state !== 'failed') return undefined;
  return new GatewayError('upstream-unavailable', 'The upstream could not finish its response.', {
    reason: 'upstream_failed',
  });
}

/** A failed response costs nothing; a cancelled one costs what it reports, or else what a client that leaves pays. */
function measure(
  gateway: GatewayContext,
  pending: PendingResponse,
  { json, failure }: { readonly json: JsonObject; readonly failure: GatewayError | undefined },
): ReplyMeter {
  const { exchange } = pending;
  const { record, budget, promptTokens, departed } = exchange;
  const meter = new ReplyMeter({
    family: familyOf(modelOf(record)),
    reserved: budget,
    most: budget?.most,
    estimatePrompt: () => promptTokens,
  });
  meter.report(readBackgroundUsage(json));
  const isFree = failure?.code === 'canceled' && departed === 'free' && !meter.isReported;
  if (isFree || (failure !== undefined && failure.code !== 'canceled')) meter.fail();
  else meter.finish();
  if (failure === undefined && !meter.isReported) countText(gateway, pending, { json, meter });
  return meter;
}

/** Counts the text of a reply without usage; one that cannot be read counts as its prompt. */
function countText(
  gateway: GatewayContext,
  { upstream: name, dialect, exchange }: PendingResponse,
  { json, meter }: { readonly json: JsonObject; readonly meter: ReplyMeter },
): void {
  const upstream = gateway.snapshot().upstreams.get(name);
  if (upstream === undefined) return;
  const target = { upstream, model: modelOf(exchange.record) };
  try {
    const reader = createUpstreamReader(dialect, target, exchange.record.callName);
    countReply(reader.decodeWhole(json).value, meter);
  } catch {
    // It is shown to the client as it is.
  }
}

interface Covered {
  readonly exchange: PendingExchange;
  readonly limits: KeyLimits;
  readonly meter: ReplyMeter;
}

/** Reserves what the response used beyond its reservation; what a limit does not allow is not charged. */
async function cover(gateway: GatewayContext, { exchange, limits, meter }: Covered): Promise<void> {
  const { record, quote, budget } = exchange;
  if (budget === undefined || meter.claimed === undefined) return;
  const reserved = await restoreReservation(gateway, exchange, budget);
  const { id, keyId, accountId } = record;
  const extend = async (more: Extension): Promise<boolean> => {
    const { nanoUsd: moreNanoUsd, tokens: moreTokens, overdraft } = more;
    const asked = { id, keyId, accountId, limits, moreNanoUsd, moreTokens, overdraft };
    return gateway.store.extendReservation(asked).catch(() => false);
  };
  const reservation = new RunningReservation({
    hold: { extend },
    reserved,
    quote,
    // Only what it costs beyond the estimate may exceed a limit, and all of that must have been reserved.
    overdraft: exchange.mayOverdraw && isWhole(reserved, reservedAmount(exchange, budget)),
    outputTokens: budget.outputTokens,
    mostOutputTokens: budget.most.outputTokens,
  });
  await reservation.cover(meter);
}

function isWhole(reserved: Amount, expected: Amount): boolean {
  return reserved.nanoUsd >= expected.nanoUsd && reserved.tokens >= expected.tokens;
}

interface Ended {
  readonly exchange: PendingExchange;
  readonly bill: Bill;
  readonly failure: GatewayError | undefined;
  /** What was used and is not charged. */
  readonly excess: Usage | undefined;
}

function completeRecord(
  { clock }: GatewayContext,
  { exchange, bill, failure, excess }: Ended,
): ExchangeRecord {
  const { record } = exchange;
  const durationMs = Math.max(record.durationMs, Math.round(clock.now() - record.startedAt));
  return {
    ...record,
    outcome: outcomeOf(failure),
    listNanoUsd: bill.listNanoUsd,
    chargedNanoUsd: bill.nanoUsd,
    pricing: bill.pricing,
    notes: [...record.notes, ...noteExcess(bill.usage, excess)],
    durationMs,
    attemptRecords: record.attemptRecords.map((attempt, index) =>
      index === record.attemptRecords.length - 1
        ? endAttempt(attempt, { bill, failure, endedMs: durationMs })
        : attempt,
    ),
    ...omitUndefined({
      ...describeError(failure),
      costNanoUsd: bill.costNanoUsd,
      usage: bill.usage,
    }),
  };
}

function endAttempt(
  attempt: AttemptRecord,
  { bill, failure, endedMs }: Pick<Ended, 'bill' | 'failure'> & { readonly endedMs: number },
): AttemptRecord {
  const { errorCode, errorReason: reason, errorMessage: message } = describeError(failure);
  return {
    ...attempt,
    endedMs,
    ...omitUndefined({ errorCode, reason, message }),
    ...recordCharge(bill.charges.at(-1)),
  };
}

async function saveEnd(
  gateway: GatewayContext,
  { stored }: PendingResponse,
  { json, text }: RemoteState,
): Promise<void> {
  const { pending: _, ...kept } = stored;
  const responseLength = encryptedLength(gateway, kept.input.length + text.length);
  const ended = { ...kept, body: text, itemIds: itemIdsOf(json), responseLength };
  // A response that its client deleted meanwhile stays deleted.
  await gateway.store.replaceResponse(await encryptResponse(gateway.cipher, ended));
  await trimResponses(gateway, ended);
}

async function addToConversation(
  gateway: GatewayContext,
  { stored, exchange }: PendingResponse,
  text: string,
): Promise<void> {
  const { conversation } = exchange;
  if (conversation === undefined) return;
  const { input } = readAnswered(stored);
  const added = input.slice(input.length - conversation.added);
  const { id: requestId } = exchange.record;
  const named = { requestId, keyId: stored.keyId, id: conversation.id };
  await addReply(gateway, { ...named, input: added }, text);
}
