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
  const bytes = new TextEncoder().encode(JSON.stringify([opaque.vendor, opaque.kind, opaque.data]));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return marker + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Restores what `wrapOpaque` packed; `undefined` for every string that is not one of ours. */
export function unwrapOpaque(text: string): Opaque | undefined {
  if (!text.startsWith(marker)) return undefined;
  try {
    const binary = atob(text.slice(marker.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return toOpaque(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return undefined;
  }
}

function toOpaque(value: unknown): Opaque | undefined {
  if (!Array.isArray(value)) return undefined;
  const [vendor, kind, data] = value as unknown[];
  if (typeof vendor !== 'string' || typeof data !== 'string') return undefined;
  if (kind !== 'signature' && kind !== 'redacted' && kind !== 'plain') return undefined;
  return { vendor, kind, data };
}
