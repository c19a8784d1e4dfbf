// Provider state: opaque data that a provider expects back in the next request, and a wrapper for clients of
// other dialects.
import { marker, packTexts, unpackTexts } from './packed-texts.ts';

/** The kinds of provider state; see `ProviderState`. */
export const providerStateKinds = [
  'signature',
  'redacted',
  'encrypted',
  'thought',
  'leading',
  'plain',
] as const;
/** A kind of provider state; see `ProviderState`. */
export type ProviderStateKind = (typeof providerStateKinds)[number];

/** Data of a model that only its vendor can read. It is never shown, edited or sent to another vendor. */
export interface ProviderState {
  /** The vendor that created it; taken from the route, never guessed from the data. */
  readonly vendor: string;
  /**
   * - `signature`: authenticates the reasoning text of the same part.
   * - `redacted`: hidden reasoning in an encrypted form.
   * - `encrypted`: the whole reasoning item in an encrypted form, as Responses returns it.
   * - `thought`: a signature that belongs to a part of any kind, as Gemini returns it.
   * - `leading`: like `thought`, for a client whose reply has to end with its text: it belongs to the text after it.
   * - `plain`: reasoning text that the vendor requires back unchanged, without a signature.
   */
  readonly kind: ProviderStateKind;
  readonly data: string;
  /** For `plain`: where a message of the vendor holds the text, if not in `reasoning_content`. */
  readonly field?: ReasoningField;
}

/** `reasoning` is a field of the message, `thinking` a part of its content. */
export type ReasoningField = 'reasoning' | 'thinking';

/**
 * Packs the state of another vendor into one string that fits the provider state slot of a dialect, so that
 * the client echoes it and `unwrapProviderState` restores it. Contains only the characters
 * `A-Z a-z 0-9 - _ .`.
 */
export function wrapProviderState({ vendor, kind, data, field }: ProviderState): string {
  return packTexts(field === undefined ? [vendor, kind, data] : [vendor, kind, data, field]);
}

/** The start of the marker when it is base64-encoded again, as in Gemini's signatures. */
const encodedMarker = 'cGFybGV5MS';

/**
 * True if the text of a request may contain state packed by `wrapProviderState`. Such a request must not be
 * forwarded unchanged, because no upstream can read that state.
 */
export function mayHoldWrappedProviderState(text: string): boolean {
  return holdsMarker(text) || holdsEncodedMarker(text);
}

/** Looks for the end of the marker first: a search for a rare character takes a thirtieth of the time. */
function holdsMarker(text: string): boolean {
  const end = marker.slice(-2);
  const begin = `"${marker.slice(0, -2)}`;
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) {
    if (text.startsWith(begin, at - begin.length)) return true;
  }
  return false;
}

/** Its second character is rare in ordinary text, unlike the quote and the first one. */
function holdsEncodedMarker(text: string): boolean {
  return text.includes(encodedMarker.slice(1)) && text.includes(`"${encodedMarker}`);
}

/** Restores what `wrapProviderState` packed; `undefined` for any other string. */
export function unwrapProviderState(text: string): ProviderState | undefined {
  const [vendor, kind, data, field] = unpackTexts(text) ?? [];
  if (typeof vendor !== 'string' || typeof data !== 'string') return undefined;
  const known = providerStateKinds.find((candidate) => candidate === kind);
  const isField = field === 'reasoning' || field === 'thinking';
  return known && { vendor, kind: known, data, ...(isField ? { field } : {}) };
}
