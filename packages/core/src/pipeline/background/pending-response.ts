/**
 * A response that an upstream generates in the background, and what is kept of its exchange until it ends, so that
 * any process can charge it.
 */
import { isJsonObject, omitUndefined, parseJson, type DialectId } from '@parley/protocol';
import { allowsOverdraft } from '../../billing/quota/limits/limited.ts';
import { writeBill, type BilledAttempt } from '../../billing/quota/settlement/bill.ts';
import { estimatePrompt } from '../../billing/quota/metering/billable-request.ts';
import type { TokenBudget } from '../../billing/quota/metering/token-budget.ts';
import { familyOf } from '../../billing/tokens/token-family.ts';
import type { GatewayContext } from '../../context.ts';
import type { Quote } from '../../models/routing/quote.ts';
import type { Group } from '../../models/routing/snapshot.ts';
import type { ExchangeRecord, StoredResponse } from '../../store/index.ts';
import { recordExchange } from '../record/exchange-record.ts';
import { elapsedMs, notesOf, type Admitted } from '../state.ts';

/** What is needed to charge an exchange when its response ends. */
export interface PendingExchange {
  /** The record as it was when the response began, without usage. */
  readonly record: ExchangeRecord;
  /** The attempts with the prices of their targets; the last one is charged. */
  readonly attempts: readonly Omit<BilledAttempt, 'meter'>[];
  /** What the caller pays. */
  readonly quote: Quote;
  /** What is reserved; absent where neither tokens nor money are limited. */
  readonly budget?: TokenBudget;
  /** Whether the exchange may exceed a limit. */
  readonly mayOverdraw: boolean;
  /** The prompt in tokens, for a response that does not report its usage. */
  readonly promptTokens: number;
  /** Who pays for the prompt of a response that the client cancels. */
  readonly departed: Group['departed'];
  /** The id of the stored reply that it continues. */
  readonly previousResponseId?: string;
  /** The conversation that it continues, and how many of the last items of its input it adds to that. */
  readonly conversation?: { readonly id: string; readonly added: number };
}

/** A stored response that has not ended. */
export interface PendingResponse {
  readonly stored: StoredResponse;
  readonly exchange: PendingExchange;
  /** The upstream's name and the dialect that it is asked in. */
  readonly upstream: string;
  readonly dialect: DialectId;
}

/** The name of a response's model at its upstream. */
export function modelOf({ callName, upstreamModel = callName }: ExchangeRecord): string {
  return upstreamModel;
}

/** Describes an exchange whose response has begun, as JSON text. */
export function writePending(gateway: GatewayContext, admitted: Admitted): string {
  const { admission, attempts, caller, request, route } = admitted;
  const { conversation } = request;
  const billed = attempts.all.map(({ upstream, model, price }) => ({ upstream, model, price }));
  const record = recordExchange(admitted, {
    key: caller.key,
    ending: { status: 200 },
    bill: writeBill(billed, admission.quote),
    notes: notesOf(admitted),
    durationMs: elapsedMs(gateway, admitted),
  });
  const pending: PendingExchange = {
    record,
    attempts: billed,
    quote: admission.quote,
    mayOverdraw: allowsOverdraft(gateway.snapshot().overdraft, caller.account),
    promptTokens: estimatePrompt(request, familyOf(modelOf(record))),
    departed: route.group.departed,
    ...omitUndefined({
      budget: admission.budget,
      previousResponseId: request.previousResponseId,
      conversation: conversation && { id: conversation.id, added: conversation.input.length },
    }),
  };
  return JSON.stringify(pending);
}

/** Reads what is kept of a response; `undefined` for one that has ended. */
export function readPending(stored: StoredResponse): PendingResponse | undefined {
  const { pending, upstream } = stored;
  if (pending === undefined || upstream === undefined) return undefined;
  const value = parseJson(pending);
  if (!isJsonObject(value)) return undefined;
  // Written by `writePending`, in this version or an earlier one.
  const exchange = value as unknown as PendingExchange;
  return { stored, exchange, upstream, dialect: exchange.record.inbound };
}
