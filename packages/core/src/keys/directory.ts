/** Finds keys by their secrets, with a short-lived cache; used by authentication. */
import { GatewayError } from '@parley/protocol';
import type { Clock, Logger } from '../ports.ts';
import type { FoundKey, KeyStore } from '../store/index.ts';
import { hashSecret } from './secret.ts';

/**
 * How long a cached key is valid without a lookup: the longest time until a revocation takes effect in this
 * process.
 */
const freshMs = 1_000;
/** How long a cached key stays valid while the store is unavailable. */
const staleMs = 5 * 60_000;
const capacity = 10_000;

interface Entry {
  readonly found: FoundKey;
  readonly readAt: number;
}

/**
 * Finds keys by their secret, with a short-lived cache so that a busy key does not need a store lookup for
 * each request.
 */
export interface KeyDirectory {
  /** @throws GatewayError `overloaded` when the store is unavailable and the key is not cached */
  find(secret: string): Promise<FoundKey | undefined>;
  /** Whether the secret was a key's lately, as far as this process knows. Does not ask the store. */
  knows(secret: string): boolean;
  /** Has every key read again, so that an operator's change takes effect at once. */
  clear(): void;
}

export function createKeyDirectory(
  store: Pick<KeyStore, 'findKey'>,
  clock: Clock,
  log: Logger,
): KeyDirectory {
  // The cache is keyed by the whole secret: two keys could share a shorter identifier.
  const entries = new Map<string, Entry>();

  const remember = (secret: string, found: FoundKey): void => {
    entries.delete(secret);
    entries.set(secret, { found, readAt: clock.monotonic() });
    const oldest = entries.size > capacity ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  };

  const fallBack = (known: Entry | undefined, cause: unknown): FoundKey => {
    if (known !== undefined && clock.monotonic() - known.readAt < staleMs) {
      log('warn', 'The store does not respond; a known key is still accepted.', {
        key_id: known.found.key.id,
      });
      return known.found;
    }
    throw new GatewayError('overloaded', 'The gateway cannot check keys right now.', {
      reason: 'store_unavailable',
      retryAfter: 5,
      cause,
    });
  };

  return {
    async find(secret) {
      const known = entries.get(secret);
      if (known !== undefined && clock.monotonic() - known.readAt < freshMs) return known.found;
      try {
        const found = await store.findKey(await hashSecret(secret));
        if (found === undefined) entries.delete(secret);
        else remember(secret, found);
        return found;
      } catch (thrown) {
        return fallBack(known, thrown);
      }
    },
    knows: (secret) => entries.has(secret),
    clear: () => {
      for (const [secret, { found }] of entries) entries.set(secret, { found, readAt: -Infinity });
    },
  };
}
