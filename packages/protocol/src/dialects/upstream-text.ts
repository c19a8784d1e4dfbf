import { isJsonObject } from '../canonical/json.ts';
import type { JsonValue } from '../canonical/json.ts';

/** Longest text of an upstream that reaches a caller, in characters. */
const longestText = 2_000;

/** Deeper values of an error body are cut off; no vendor nests its errors that far. */
const deepestBody = 16;

/** What must not leave the house, each with the word that replaces it. Every pattern is linear. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@"'<>]{1,200}@[^\s"'<>]{1,300}/gi, '[address]'],
  [/\bBearer\s{1,4}[\w.~+/=-]{8,500}/gi, 'Bearer [credential]'],
  [/\b(?:sk|pk|rk|gsk|xai|nvapi)-[\w*.-]{6,300}/g, '[credential]'],
  [/\bAIza[\w-]{10,100}/g, '[credential]'],
  [/\b(?:org|proj|acct|user)[-_][A-Za-z0-9]{10,64}\b/g, '[account]'],
  [
    /\b(?:https?:\/\/)?(?:localhost|[\w-]{1,63}\.(?:internal|local|localdomain))\b(?::\d{1,5})?/gi,
    '[address]',
  ],
  [/\b(?:https?:\/\/)?\d{1,3}(?:\.\d{1,3}){3}\b(?::\d{1,5})?/g, '[address]'],
];

/**
 * Makes text of an upstream fit for a caller: no control characters, credentials, account names or
 * inner addresses, at most 2,000 characters.
 */
export function cleanText(text: string): string {
  let clean = text.slice(0, 2 * longestText).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  for (const [pattern, word] of secrets) clean = clean.replace(pattern, word);
  return clean.trim().slice(0, longestText);
}

/** Cleans every string of an upstream's error body and leaves its shape as it is. */
export function cleanBody(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepestBody) return null;
  if (Array.isArray(value)) return value.map((entry) => cleanBody(entry, depth + 1));
  const entries = Object.entries(value).map(([key, entry]): [string, JsonValue] => [
    key,
    cleanBody(entry ?? null, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Tells a web page from a message: proxies in front of an upstream answer with their own pages. */
export function isMarkup(text: string): boolean {
  return (
    /^\s*(?:<!doctype|<html|<head|<body|<\?xml)/i.test(text) || /<\/(?:html|body|h1)>/i.test(text)
  );
}

/** The first usable text among some values of an error body. */
export function firstText(...candidates: readonly unknown[]): string | undefined {
  const text = candidates.find(
    (entry): entry is string => typeof entry === 'string' && entry !== '',
  );
  return text === undefined || isMarkup(text) ? undefined : text;
}

/** The object below a key, or `undefined`. */
export function objectAt(value: JsonValue | undefined, key: string) {
  if (!isJsonObject(value)) return undefined;
  const child = value[key];
  return isJsonObject(child) ? child : undefined;
}
