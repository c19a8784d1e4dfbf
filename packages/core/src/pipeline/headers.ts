import { fidelityOf, type DialectId, type GatewayError, type Note } from '@parley/protocol';
import type { Exchange } from './state.ts';
import type { Nanos } from '../store/index.ts';

/** Plain headers with lower-case names. */
export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * The only request headers that ever go on to an upstream, and only to one that speaks the
 * caller's own dialect. Everything else is built anew.
 */
const forwardedHeaders: Readonly<Record<DialectId, readonly string[]>> = {
  'openai-chat': [],
  'anthropic-messages': ['anthropic-version', 'anthropic-beta'],
  'gemini-generate': [],
  // Codex tells by this header that it speaks its own variant of the dialect.
  'openai-responses': ['x-openai-internal-codex-responses-lite'],
};

export function forwardHeaders(request: Request, dialect: DialectId): HeaderRecord {
  const headers: Record<string, string> = {};
  for (const name of forwardedHeaders[dialect]) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/** The ids that stand on every answer, under the names that clients of both dialects read. */
export function identityHeaders(exchange: Exchange): HeaderRecord {
  return { 'x-request-id': exchange.id, 'request-id': exchange.id };
}

/** The head of a successful answer: ours alone, nothing of the upstream's. */
export function answerHeaders(
  exchange: Exchange,
  contentType: string,
  notes: readonly Note[] = exchange.facts.notes,
): HeaderRecord {
  return {
    'content-type': contentType,
    'cache-control': 'no-store',
    ...identityHeaders(exchange),
    'parley-translation': fidelityOf(notes),
    ...explainNotes(exchange.request, notes),
    ...attemptHeaders(exchange),
  };
}

/** How often upstreams were tried, and what was tried last. */
export function attemptHeaders({ facts }: Exchange): HeaderRecord {
  const last = facts.attempts.at(-1);
  return {
    'parley-attempts': String(facts.attempts.length),
    ...headerOf('parley-model', last?.model),
    ...headerOf('parley-group', facts.group?.name),
    ...headerOf('parley-provider', last?.upstream),
  };
}

/** What a whole answer cost, in dollars as a plain decimal; unsaid while its price is not known. */
export function costHeaders({ facts: { bill } }: Exchange): HeaderRecord {
  if (bill === undefined || bill.pricing === 'quarantined') return {};
  return { 'parley-cost': writeDollars(bill.nanos) };
}

/** Nine decimals are one nano-dollar each; those that say nothing are left out. */
function writeDollars(nanos: Nanos): string {
  const digits = String(nanos).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return digits.slice(0, -9) + (fraction === '' ? '' : `.${fraction}`);
}

/** Longest list of notes in a header, in characters: many clients refuse heads beyond 8 KiB. */
const longestNotes = 4_096;

/**
 * What the translation changed, for a caller who asks with `parley-explain: notes`: JSON in ASCII.
 * A list that is too long is cut and says how many notes are missing; the record has all of them.
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

/** Waits beyond this are not sent: some clients would sleep for hours, others would not wait at all. */
const longestRetryAfter = 60;

/**
 * Tells official clients whether to try again. `retry-after` is only for waits up to a minute; a
 * longer wait is said in words, with `x-should-retry: false`.
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
