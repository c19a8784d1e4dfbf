/** The response headers of exchanges; used by the relay stage, and by the pipeline for errors. */
import { fidelityOf, type GatewayError, type Note } from '@parley/protocol';
import type { Bill } from '../../billing/quota/settlement/bill.ts';
import { addRateLimitFields } from '../../billing/quota/limits/rate-limit-fields.ts';
import type { Refused } from '../../billing/quota/limits/refusal.ts';
import {
  addLimitHeaders,
  type ResponseHeaders,
  type LimitState,
} from '../../billing/quota/limits/limit-headers.ts';
import type { GatewayContext } from '../../context.ts';
import type { HeaderRecord } from '../../ports.ts';
import type { NanoUsd } from '../../store/index.ts';
import { explainNotes, explains, explainTiming } from './explanation.ts';
import type { Reached } from '../state.ts';

/**
 * The headers of a response, to which the functions below add others. No header of the upstream is copied.
 * @param notes what `parley-translation` summarizes
 */
export function answerHeaders(
  reached: Reached,
  contentType: string,
  notes: readonly Note[],
): ResponseHeaders {
  const headers: ResponseHeaders = {
    'content-type': contentType,
    'cache-control': 'no-store',
    // Clients of different dialects read the id under different names.
    'x-request-id': reached.id,
    'request-id': reached.id,
    'parley-translation': fidelityOf(notes),
  };
  if (explains(reached, 'notes')) headers['parley-notes'] = explainNotes(notes);
  if (explains(reached, 'timing')) headers['server-timing'] = explainTiming(reached);
  return headers;
}

/** Adds the number of attempts, and the target of the last one. */
export function addAttemptHeaders(headers: ResponseHeaders, { attempts, route }: Reached): void {
  const { last } = attempts;
  headers['parley-attempts'] = String(attempts.all.length);
  if (last !== undefined) headers['parley-model'] = encodeValue(last.model);
  if (route !== undefined) headers['parley-group'] = encodeValue(route.group.name);
  if (last !== undefined) headers['parley-provider'] = encodeValue(last.upstream);
}

/** Adds how much of the key's limits was used when the exchange was admitted. */
export function addStandingHeaders(
  headers: ResponseHeaders,
  { clock }: GatewayContext,
  reached: Reached,
): void {
  const standing = reached.admission?.standing;
  if (standing !== undefined) addLimits(headers, reached, { standing, now: clock.now() });
}

/** Adds how much of the key's limits was used when one of them rejected the exchange, and when that is reset. */
export function addRefusalHeaders(
  headers: ResponseHeaders,
  { clock }: GatewayContext,
  { reached, refused }: { readonly reached: Reached; readonly refused: Refused },
): void {
  addLimits(headers, reached, { standing: refused.standing, refused, now: clock.now() });
}

function addLimits(headers: ResponseHeaders, reached: Reached, state: LimitState): void {
  addLimitHeaders(headers, reached.inbound.wire, state);
  if (explains(reached, 'limits')) addRateLimitFields(headers, state.standing, state.now);
}

/** Adds the cost of a response that is not streamed, in dollars as a plain decimal; none without a price. */
export function addCostHeader(headers: ResponseHeaders, bill: Bill | undefined): void {
  if (bill === undefined || bill.pricing === 'quarantined') return;
  headers['parley-cost'] = writeDollars(bill.nanoUsd);
}

const zero = 0x30;

/** Writes nano-dollars with up to nine decimals, without trailing zeros. */
function writeDollars(nanoUsd: NanoUsd): string {
  const digits = String(nanoUsd).padStart(10, '0');
  const point = digits.length - 9;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zero) end -= 1;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** Longer waits, in seconds, are not sent: some clients would sleep for hours, others would not wait. */
const longestRetryAfter = 60;

/**
 * Tells official clients whether to retry: only after what a retry can cure. `retry-after` is sent for waits of up to
 * a minute; a longer wait is in the error message only, with `x-should-retry: false`.
 */
export function retryHeaders(error: GatewayError, status: number): HeaderRecord {
  const wait = error.retryAfter;
  const tooLong = wait !== undefined && wait > longestRetryAfter;
  const isCurable = error.code !== 'quota-exhausted' && error.fault === undefined;
  const retryable = (status === 429 || status >= 500) && isCurable;
  if (!retryable || tooLong) return { 'x-should-retry': 'false' };
  const fallback = status === 429 ? 1 : undefined;
  const seconds = wait ?? fallback;
  return {
    'x-should-retry': 'true',
    ...(seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }),
  };
}

const visible = /^[\x21-\x7e]*$/;

/** Percent-encodes everything but visible ASCII, which is all that a header value may contain. */
function encodeValue(value: string): string {
  return visible.test(value) ? value : value.replace(/[^\x21-\x7e]/gu, encodeHeader);
}

function encodeHeader(character: string): string {
  try {
    return encodeURIComponent(character);
  } catch {
    return '%EF%BF%BD';
  }
}
