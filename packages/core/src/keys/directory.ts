/** Finds keys by their secrets, with a short-lived cache; used by authentication. */
import { GatewayError } from '@parley/protocol';
import { createBackgroundRefresh } from '../background-refresh.ts';
import type { Clock, Logger } from '../ports.ts';
import type { FoundKey, KeyStore } from '../store/index.ts';
import { hashSecret } from './secret.ts';

/**
 * How long a cached key is valid after a look-up has begun: the longest time until a revocation takes effect
 * in this process.
 */
const freshMs = 1_000;
/** How long a cached key stays valid while the store is unavailable. */
const staleMs = 5 * 60_000;
/** How long after its last use a key is still read in the background. */
const inUseMs = 5_000;
const capacity = 10_000;
/** How many keys are read in the background at once; the others are looked up when they are used. */
const refreshedAtOnce = 1_000;

interface Entry {
  readonly found: FoundKey;
  readonly hash: string;
  readonly readAt: number;
  /** An entry that was read before the last `clear` is not valid. */
  readonly generation: number;
  usedAt: number;
}

/**
 * Finds keys by their secret. A key that is in use is read again in the background before it is too old, all
 * of them together, so that a request waits for the store only at the first use and after a pause.
 */
export interface KeyDirectory {
  /**
   * @param byTimer false where timers end with the request that started them: every look-up is then part of
   * a request
   * @throws GatewayError `overloaded` when the store is unavailable and the key is not cached
   */
  find(secret: string, byTimer?: boolean): Promise<FoundKey | undefined>;
  /** Whether the secret was a key's lately, as far as this process knows. Does not ask the store. */
  knows(secret: string): boolean;
  /** Has every key read again, so that an operator's change takes effect at once. */
  clear(): void;
  /** Ends the reads in the background. */
  close(): void;
}

export function createKeyDirectory(
  store: Pick<KeyStore, 'findKey'>,
  clock: Clock,
  log: Logger,
): KeyDirectory {
  // The cache is keyed by the whole secret: two keys could share a shorter identifier.
  const entries = new Map<string, Entry>();
  let generation = 0;

  const lookUp = async (secret: string, known: Entry | undefined): Promise<FoundKey | undefined> => {
    const begun = { readAt: clock.monotonic(), generation };
    const hash = known?.hash ?? (await hashSecret(secret));
    const found = await store.findKey(hash);
    entries.delete(secret);
    if (found === undefined) return undefined;
    entries.set(secret, { ...begun, found, hash, usedAt: known?.usedAt ?? begun.readAt });
    const oldest = entries.size > capacity ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    return found;
  };

  const background = createBackgroundRefresh(async () => {
    const usedSince = clock.monotonic() - inUseMs;
    const inUse = [...entries].filter(([, { usedAt }]) => usedAt >= usedSince);
    await Promise.all(
      inUse.slice(-refreshedAtOnce).map(([secret, known]) => lookUp(secret, known)),
    );
  });

  const validWithin = (entry: Entry | undefined, ageMs: number): FoundKey | undefined =>
    entry?.generation === generation && clock.monotonic() - entry.readAt < ageMs
      ? entry.found
      : undefined;

  const findStale = (known: Entry | undefined, cause: unknown): FoundKey => {
    const stale = validWithin(known, staleMs);
    if (stale === undefined) throw cannotCheck(cause);
    log('warn', 'The store does not respond; a known key is still accepted.', {
      key_id: stale.key.id,
    });
    return stale;
  };

  const findNow = async (secret: string): Promise<FoundKey | undefined> => {
    const known = entries.get(secret);
    if (known !== undefined) known.usedAt = clock.monotonic();
    const fresh = validWithin(known, freshMs);
    if (fresh !== undefined) return fresh;
    try {
      return await lookUp(secret, known);
    } catch (thrown) {
      return findStale(known, thrown);
    }
  };

  return {
    async find(secret, byTimer = true) {
      const found = await findNow(secret);
      if (byTimer && found !== undefined) background.use();
      return found;
    },
    knows: (secret) => entries.has(secret),
    clear: () => {
      generation += 1;
    },
    close: () => {
      background.stop();
    },
  };
}

function cannotCheck(cause: unknown): GatewayError {
  return new GatewayError('overloaded', 'The gateway cannot check keys right now.', {
    reason: 'store_unavailable',
    retryAfter: 5,
    cause,
  });
}
