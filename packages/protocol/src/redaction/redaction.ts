/** Takes credentials, accounts and addresses out of text: the one redaction of the whole project. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import {
  createCredentialFinder,
  createNameFinder,
  type Finder,
  type Span,
} from './known-secrets.ts';
import { credentialShapes, mask, placeShapes, type Shape } from './shapes.ts';

/** Gives a text without what must not be shown. Twice does the same as once; takes linear time. */
export type Redact = (text: string) => string;

/** What is known to be secret, beside what looks like it. */
export interface Secrets {
  /** Masked wherever they stand: whole, cut off, encoded, in other letter cases. */
  readonly credentials: readonly string[];
  /** Masked where they stand as terms of their own: hosts, ports, ids of accounts. */
  readonly places: readonly string[];
}

/** Redacts for a caller: everything known to be secret, and every credential, account and address. */
export function createRedactor({ credentials, places }: Secrets): Redact {
  return createRedaction(
    [createCredentialFinder(credentials), createNameFinder(places)],
    [...credentialShapes, ...placeShapes],
  );
}

/** Redacts for an operator, who needs accounts and addresses: known credentials, and those of any shape. */
export function createSecretRedactor(credentials: readonly string[]): Redact {
  return createRedaction([createCredentialFinder(credentials)], credentialShapes);
}

/** `createRedactor` where nothing is known. */
export const redactShapes: Redact = createRedactor({ credentials: [], places: [] });

/** `createSecretRedactor` where nothing is known. */
export const redactSecrets: Redact = createSecretRedactor([]);

function createRedaction(finders: readonly Finder[], shapes: readonly Shape[]): Redact {
  const maskKnown = (text: string): string =>
    maskSpans(
      text,
      finders.flatMap((find) => find(text)),
    );
  const redactOnce = (text: string): string => {
    // What is masked already is no secret, even one that is called so.
    const known = text.split(mask).map(maskKnown).join(mask);
    return joinMasks(shapes.reduce((clean, [pattern, by]) => clean.replace(pattern, by), known));
  };
  return (text) => {
    const once = redactOnce(text);
    // A mask ends the word beside it, which may give it away only now.
    return once === text ? text : redactOnce(once);
  };
}

/** Deeper values of an error are cut off; no vendor nests its errors that far. */
const deepest = 128;

/** Longer texts of an error are cut off, in characters; callers see the first 2,000 of them. */
const longestText = 8_000;

/** So much of an error is read, in characters: whoever sends megabytes of them gets no answer sooner. */
const longestError = 100_000;

/** Names of fields whose value is a credential, whatever it looks like. */
const secretField = /^(?:(?:proxy-)?authorization|(?:x-(?:goog-)?)?api[-_]?key|(?:set-)?cookie)$/i;

/** True for JSON text in which a field is called an error and holds one; quick, for text that passes by. */
export function mayHoldError(json: string): boolean {
  return /"errors?"\s*:(?!\s*null\b)/.test(json);
}

/**
 * Redacts every text in an error, names of fields included, and leaves its shape as it is. What is too
 * long or too deep is cut off: no end of a secret is left where a text is cut.
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

/** Both ends of one cut key leave two masks with the vendor's own between them. */
function joinMasks(text: string): string {
  return text.replace(/\[redacted\](?:[*•●…·.x#-]*\[redacted\])+/gi, mask);
}

function maskSpans(text: string, spans: readonly Span[]): string {
  let clean = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    if (start >= at) clean += text.slice(at, start) + mask;
    at = end;
  }
  return clean + text.slice(at);
}
