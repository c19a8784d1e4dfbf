// State that a provider wants back with the next request, wrapped for clients that do not know it.
import { parseJson } from '../json/parse.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

/** Every kind of state, see `ProviderState`. */
export const providerStateKinds = [
  'signature',
  'redacted',
  'encrypted',
  'thought',
  'plain',
] as const;
/** What kind of state it is, see `ProviderState`. */
export type ProviderStateKind = (typeof providerStateKinds)[number];

/** State of a model that only its maker can read: never shown, never edited, never sent to another vendor. */
export interface ProviderState {
  /** Who made it, known from the route and never guessed from its shape. */
  readonly vendor: string;
  /**
   * - `signature`: vouches for the exact reasoning text beside it.
   * - `redacted`: hidden reasoning in an encrypted form.
   * - `encrypted`: the whole reasoning item in an encrypted form, as Responses returns it.
   * - `thought`: a signature that belongs to a part of any kind, as Gemini returns it.
   * - `plain`: reasoning text that its maker wants echoed word for word, without a signature.
   */
  readonly kind: ProviderStateKind;
  readonly data: string;
}

const marker = 'parley1.';

/**
 * Packs foreign state into one string that fits the slot for provider state of another dialect, so that the
 * client echoes it and `unwrapProviderState` restores it. Holds only the characters `A-Z a-z 0-9 - _ .`.
 */
export function wrapProviderState(providerState: ProviderState): string {
  return (
    marker +
    encodeBase64Url(JSON.stringify([providerState.vendor, providerState.kind, providerState.data]))
  );
}

/** How the marker begins where it is encoded once more, as in Gemini's signatures. */
const encodedMarker = 'cGFybGV5MS';

/**
 * True where text of a request may hold state that `wrapProviderState` packed. Such a request must not
 * go to an upstream as it is, because nobody but us can read the state.
 */
export function mayHoldWrappedProviderState(text: string): boolean {
  return text.includes('"parley1') || text.includes(`"${encodedMarker}`);
}

/** Restores what `wrapProviderState` packed; `undefined` for every string that is not one of ours. */
export function unwrapProviderState(text: string): ProviderState | undefined {
  if (!text.startsWith(marker)) return undefined;
  const packed = decodeBase64Url(text.slice(marker.length));
  return packed === undefined ? undefined : toProviderState(parseJson(packed));
}

function toProviderState(value: unknown): ProviderState | undefined {
  if (!Array.isArray(value)) return undefined;
  const [vendor, kind, data] = value as unknown[];
  if (typeof vendor !== 'string' || typeof data !== 'string') return undefined;
  const known = providerStateKinds.find((candidate) => candidate === kind);
  return known && { vendor, kind: known, data };
}
