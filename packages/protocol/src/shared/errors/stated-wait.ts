// How long an upstream asks to wait, by its headers or its error; used by `upstream-error` and by core.
import { isJsonObject, type JsonValue } from '../../json/value.ts';
import type { RateHeaders } from '../../wire.ts';
import { anthropicLimit, openaiLimit } from '../limit-headers.ts';

/** Maximum wait, in seconds: a day. Longer ones are lowered to it. */
const longestWait = 86_400;

/**
 * The headers of limits: how much is left, and when it is full again. OpenAI (also Groq, xAI, Azure), Anthropic,
 * OpenRouter, and the draft of the IETF.
 */
const limitHeaders: readonly Omit<RateHeaders, 'limit'>[] = [
  ...['requests', 'tokens'].map(openaiLimit),
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].map(anthropicLimit),
  { remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset' },
  { remaining: 'ratelimit-remaining', reset: 'ratelimit-reset' },
];

/**
 * Returns the wait that an error states, in whole seconds up to a day: by `retry-after`, by a limit that is used up,
 * or by Google's `RetryInfo`. `undefined` when it states none.
 * @param details those of the error in the body
 */
export function statedWait(
  headers: Pick<Headers, 'get'>,
  details: JsonValue | undefined,
): number | undefined {
  const seconds =
    milliseconds(headers.get('retry-after-ms')) ??
    plainNumber(headers.get('retry-after')) ??
    untilTime(dateOf(headers.get('retry-after') ?? ''), headers) ??
    spentLimitReset(headers) ??
    retryDelay(details);
  return seconds === undefined ? undefined : wholeWait(seconds);
}

/**
 * Returns the seconds, up to a day, until the limits are reset of which the headers of a response say that nothing is
 * left. `undefined` when something is left of each, or no reset is stated.
 */
export function readSpentLimit(headers: Pick<Headers, 'get'>): number | undefined {
  const seconds = spentLimitReset(headers);
  return seconds === undefined ? undefined : wholeWait(seconds);
}

function spentLimitReset(headers: Pick<Headers, 'get'>): number | undefined {
  const waits = limitHeaders
    .filter(({ remaining }) => plainNumber(headers.get(remaining)) === 0)
    .map(({ reset }) => resetWait(headers.get(reset), headers))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function wholeWait(seconds: number): number {
  return Math.min(Math.ceil(seconds), longestWait);
}

function plainNumber(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,15}(?:\.\d{1,12})?\s*$/.test(text) ? Number(text) : undefined;
}

function milliseconds(text: string | null): number | undefined {
  const count = plainNumber(text);
  return count === undefined ? undefined : count / 1000;
}

/** A reset as seconds, as a duration such as `6m0s`, as seconds or milliseconds since 1970, or as a date. */
function resetWait(text: string | null, headers: Pick<Headers, 'get'>): number | undefined {
  if (text === null) return undefined;
  const count = plainNumber(text);
  if (count === undefined) return duration(text) ?? untilTime(dateOf(text), headers);
  if (count < 1e9) return count;
  return untilTime(count < 1e12 ? count * 1000 : count, headers);
}

const unitSeconds: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
};

/** A duration as Go writes it: `1h2m3.5s`, `20ms`. */
function duration(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms])){1,5}$/.test(text)) return undefined;
  return [...text.matchAll(/([\d.]+)(ms|[dhms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (unitSeconds[unit] ?? 0),
    0,
  );
}

/** Milliseconds since 1970; NaN for what has no time of the day, such as a negative number. */
function dateOf(text: string): number {
  return text.includes(':') ? Date.parse(text) : Number.NaN;
}

/** A time is compared with the upstream's own clock, its `date` header, not with the local one. */
function untilTime(until: number, headers: Pick<Headers, 'get'>): number | undefined {
  const now = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) || Number.isNaN(now) ? undefined : Math.max(0, until - now) / 1000;
}

/** Google's `RetryInfo` among the details, such as `{"retryDelay": "12.5s"}`. */
function retryDelay(details: JsonValue | undefined): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details.slice(0, 20)) {
    const delay = isJsonObject(detail) ? detail['retryDelay'] : undefined;
    const match = typeof delay === 'string' ? /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay) : null;
    if (match) return Number(match[1]);
  }
  return undefined;
}
