/** All headers that core writes for a caller, and those of a caller that it forwards. */
import { fidelityOf, type DialectWire, type GatewayError, type Note } from '@parley/protocol';
import type { Bill } from '../billing/quota/bill.ts';
import { limitHeaders, type HeaderRecord } from '../billing/quota/refusal.ts';
import { LimitRefusal } from '../billing/quota/refusal.ts';
import type { GatewayContext } from '../context.ts';
import type { NanoUsd } from '../store/index.ts';
import type { Reached } from './state.ts';

/**
 * The request headers that go on to an upstream of the caller's dialect. All others of its headers are
 * made anew.
 */
export function forwardHeaders(request: Request, { forwardedHeaders }: DialectWire): HeaderRecord {
  const headers: Record<string, string> = {};
  for (const name of forwardedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/**
 * The head of an answer. Nothing of the upstream's own headers is in it.
 * @param notes what `parley-translation` sums up
 */
export function answerHeaders(
  reached: Reached,
  contentType: string,
  notes: readonly Note[],
): HeaderRecord {
  return {
    'content-type': contentType,
    'cache-control': 'no-store',
    // Clients of different dialects read the id under different names.
    'x-request-id': reached.id,
    'request-id': reached.id,
    'parley-translation': fidelityOf(notes),
    ...explainNotes(reached.incoming.request, notes),
    ...attemptHeaders(reached),
  };
}

/** How many attempts were made, and at which target the last one. */
export function attemptHeaders({ attempts, route }: Reached): HeaderRecord {
  return {
    'parley-attempts': String(attempts.all.length),
    ...headerOf('parley-model', attempts.last?.model),
    ...headerOf('parley-group', route?.group.name),
    ...headerOf('parley-provider', attempts.last?.upstream),
  };
}

/**
 * How far the limits of the key are used.
 * @param error what ended the exchange, if it failed
 */
export function standingHeaders(
  { clock }: GatewayContext,
  { inbound, admission }: Reached,
  error?: GatewayError,
): HeaderRecord {
  const refused = error instanceof LimitRefusal ? error.refused : undefined;
  const standing = refused?.standing ?? admission?.standing ?? {};
  return limitHeaders(inbound.wire, { standing, refused }, clock.now());
}

/** What a whole answer cost, in dollars as a plain decimal; absent while its price is not known. */
export function costHeaders(bill: Bill | undefined): HeaderRecord {
  if (bill === undefined || bill.pricing === 'quarantined') return {};
  return { 'parley-cost': writeDollars(bill.nanoUsd) };
}

/** Nine decimals are one nano-dollar each; zeros at the end are left out. */
function writeDollars(nanoUsd: NanoUsd): string {
  const digits = String(nanoUsd).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return digits.slice(0, -9) + (fraction === '' ? '' : `.${fraction}`);
}

/** Longest list of notes in a header, in characters: many clients refuse heads beyond 8 KiB. */
const longestNotes = 4_096;

/**
 * All notes as JSON in ASCII, for a caller who asks with `parley-explain: notes`. A list that is too long
 * is cut and says how many notes are missing; the record has all of them.
 */
function explainNotes(request: Request, notes: readonly Note[]): HeaderRecord {
  if (request.headers.get('parley-explain') !== 'notes') return {};
  for (let count = notes.length; ; count = Math.floor(count / 2)) {
    const missing = notes.length - count;
    const list = { notes: notes.slice(0, count), ...(missing > 0 && { missing }) };
    const text = JSON.stringify(list).replace(/[^\x20-\x7e]/g, escapeCharacter);
    if (text.length <= longestNotes || count === 0) return { 'parley-notes': text };
  }
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Longer waits are not sent: some clients would sleep for hours, others would not wait at all. */
const longestRetryAfter = 60;

/**
 * Tells official clients whether to retry. `retry-after` is for waits of up to a minute; a longer wait
 * stands in the message, with `x-should-retry: false`.
 */
export function retryHeaders(error: GatewayError, status: number): HeaderRecord {
  const wait = error.retryAfter;
  const tooLong = wait !== undefined && wait > longestRetryAfter;
  const retryable = (status === 429 || status >= 500) && error.code !== 'quota-exhausted';
  if (!retryable || tooLong) return { 'x-should-retry': 'false' };
  const fallback = status === 429 ? 1 : undefined;
  const seconds = wait ?? fallback;
  return {
    'x-should-retry': 'true',
    ...(seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }),
  };
}

/** A header value may hold visible ASCII only; anything else is percent-encoded. */
function headerOf(name: string, value: string | undefined): HeaderRecord {
  if (value === undefined) return {};
  return { [name]: value.replace(/[^\x21-\x7e]/g, (character) => encodeHeader(character)) };
}

function encodeHeader(character: string): string {
  try {
    return encodeURIComponent(character);
  } catch {
    return '%EF%BF%BD';
  }
}
