import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { parseJson } from './json.ts';

/** State of a model that only its maker can read: never shown, never edited, never sent to another vendor. */
export interface Opaque {
  /** Who made it, known from the route and never guessed from its shape. */
  readonly vendor: string;
  /**
   * - `signature`: vouches for the exact reasoning text beside it.
   * - `redacted`: hidden reasoning in an encrypted form.
   * - `plain`: reasoning text that its maker wants echoed word for word, without a signature.
   */
  readonly kind: 'signature' | 'redacted' | 'plain';
  readonly data: string;
}

const marker = 'parley1.';

/**
 * Packs foreign state into one string that fits the opaque slot of another dialect, so that the
 * client echoes it and `unwrapOpaque` restores it. Holds only the characters `A-Z a-z 0-9 - _ .`.
 */
export function wrapOpaque(opaque: Opaque): string {
  return marker + encodeBase64Url(JSON.stringify([opaque.vendor, opaque.kind, opaque.data]));
}

/** Restores what `wrapOpaque` packed; `undefined` for every string that is not one of ours. */
export function unwrapOpaque(text: string): Opaque | undefined {
  if (!text.startsWith(marker)) return undefined;
  const packed = decodeBase64Url(text.slice(marker.length));
  return packed === undefined ? undefined : toOpaque(parseJson(packed));
}

function toOpaque(value: unknown): Opaque | undefined {
  if (!Array.isArray(value)) return undefined;
  const [vendor, kind, data] = value as unknown[];
  if (typeof vendor !== 'string' || typeof data !== 'string') return undefined;
  if (kind !== 'signature' && kind !== 'redacted' && kind !== 'plain') return undefined;
  return { vendor, kind, data };
}
