// Packs texts into one string that clients send back unchanged; for provider state and summaries.
import { parseJson } from '../json/parse.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

/** How every packed string begins, so that `mayHoldWrappedProviderState` finds it in a request. */
export const marker = 'parley1.';

/** Packs texts into one string of the characters `A-Z a-z 0-9 - _ .`. */
export function packTexts(texts: readonly string[]): string {
  return marker + encodeBase64Url(JSON.stringify(texts));
}

/** Restores what `packTexts` packed, unchecked; `undefined` for any other string. */
export function unpackTexts(text: string): readonly unknown[] | undefined {
  if (!text.startsWith(marker)) return undefined;
  const packed = decodeBase64Url(text.slice(marker.length));
  const value: unknown = packed === undefined ? undefined : parseJson(packed);
  return Array.isArray(value) ? value : undefined;
}
