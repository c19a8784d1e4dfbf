/**
 * Redacts credentials, accounts and hosts in text. The gateway and all codecs use this one implementation.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import {
  createCredentialFinder,
  createNameFinder,
  type Finder,
  type Span,
} from './known-secrets.ts';
import { credentialShapes, mask, placeShapes, type Shape } from './shapes.ts';

/** Returns a text without secrets. Idempotent; takes linear time. */
export type Redact = (text: string) => string;

/** Values known to be secret, besides what is recognized by its shape. */
export interface Secrets {
  /** Masked anywhere in a text: whole, truncated, encoded, in other letter cases. */
  readonly credentials: readonly string[];
  /** Masked only as separate words: hosts, ports, account ids. */
  readonly places: readonly string[];
}

/** Redacts for clients: all known secrets, and everything shaped like a credential, an account or a host. */
export function createRedactor({ credentials, places }: Secrets): Redact {
  return createRedaction(
    [createCredentialFinder(credentials), createNameFinder(places)],
    [...credentialShapes, ...placeShapes],
  );
}

/** Redacts for operators, who need accounts and hosts: known credentials, and everything shaped like one. */
export function createSecretRedactor(credentials: readonly string[]): Redact {
  return createRedaction([createCredentialFinder(credentials)], credentialShapes);
}

/** `createRedactor` without known secrets. */
export const redactShapes: Redact = createRedactor({ credentials: [], places: [] });

/** `createSecretRedactor` without known secrets. */
export const redactSecrets: Redact = createSecretRedactor([]);

function createRedaction(finders: readonly Finder[], shapes: readonly Shape[]): Redact {
  const maskKnown = (text: string): string =>
    maskSpans(
      text,
      finders.flatMap((find) => find(text)),
    );
  const redactOnce = (text: string): string => {
    // Text that is already masked is not a secret, even if a field name before it says so.
    const known = text.includes(mask)
      ? text.split(mask).map(maskKnown).join(mask)
      : maskKnown(text);
    let clean = known;
    for (const [pattern, by] of shapes) clean = clean.replace(pattern, by);
    return clean.includes(mask) ? joinMasks(clean) : clean;
  };
  return (text) => {
    const once = redactOnce(text);
    // A mask separates the words beside it, which may reveal a secret only in a second pass.
    return once === text ? text : redactOnce(once);
  };
}

/** Values nested deeper than this are removed; no vendor nests its errors that far. */
const deepest = 128;

/** Longer strings in an error are truncated, in characters; clients see the first 2,000 of them. */
const longestText = 8_000;

/** At most this many characters of an error are read, so that a huge body does not delay the response. */
const longestError = 100_000;

/** Names of fields whose value is a credential, whatever it looks like. */
const secretField = /^(?:(?:proxy-)?authorization|(?:x-(?:goog-)?)?api[-_]?key|(?:set-)?cookie)$/i;

/** True if JSON text may contain an error in a field named so. A quick check for streamed text. */
export function mayHoldError(json: string): boolean {
  return /"errors?"\s*:(?!\s*null\b)/.test(json);
}

/**
 * Redacts every string in an error, including field names, and keeps its structure. Strings that are too long
 * and values that are too deep are cut, without leaving a part of a secret at the cut.
 */
export function redactJson(value: JsonObject, redact: Redact): JsonObject;
export function redactJson(value: JsonValue, redact: Redact): JsonValue;
export function redactJson(value: JsonValue, redact: Redact): JsonValue {
  let left = longestError;
  return redactValue(value, 0, (text) => {
    const start = text.slice(0, Math.min(longestText, left));
    left -= start.length;
    return redact(start);
  });
}

function redactValue(value: JsonValue, depth: number, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return null;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1, redact));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item = null]): [string, JsonValue] => {
    const isSecret = typeof item === 'string' && item !== '' && secretField.test(name);
    return [redact(name), isSecret ? mask : redactValue(item, depth + 1, redact)];
  });
  return Object.fromEntries(entries);
}

/** A truncated key leaves two masks with the vendor's ellipsis between them. */
function joinMasks(text: string): string {
  return text.replace(/\[redacted\](?:[*\u2022\u25cf\u2026\u00b7.x#-]*\[redacted\])+/gi, mask);
}

function maskSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let clean = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    if (start >= at) clean += text.slice(at, start) + mask;
    at = end;
  }
  return clean + text.slice(at);
}
