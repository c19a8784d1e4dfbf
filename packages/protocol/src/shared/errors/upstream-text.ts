// Sanitizes text from upstreams, for errors.
import { isExactNumber } from '../../json/exact-number.ts';
import { isJsonObject, type JsonValue } from '../../json/value.ts';

/** Maximum length of upstream text that reaches a client, in characters. */
const longestText = 2_000;

/** Values nested deeper than this in an error body are removed; no vendor nests its errors that far. */
const deepestBody = 16;

/** Makes upstream text safe to display: no control characters, at most 2,000 characters. */
export function cleanText(text: string): string {
  const start = text.slice(0, 2 * longestText);
  return start
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, longestText);
}

/** Cleans every string of an upstream's error body and keeps its structure. */
export function cleanBody(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  if (depth >= deepestBody) return null;
  if (Array.isArray(value)) return value.map((entry) => cleanBody(entry, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, entry]): [string, JsonValue] => [
    key,
    cleanBody(entry ?? null, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** True for a web page: proxies in front of an upstream respond with their own pages. */
export function isMarkup(text: string): boolean {
  return (
    /^\s*(?:<!doctype|<html|<head|<body|<\?xml)/i.test(text) || /<\/(?:html|body|h1)>/i.test(text)
  );
}

/** The first usable string among values of an error body. */
export function firstText(...candidates: readonly unknown[]): string | undefined {
  const text = candidates.find(
    (entry): entry is string => typeof entry === 'string' && entry !== '',
  );
  return text === undefined || isMarkup(text) ? undefined : text;
}
