/** Finds keys by their secrets, with a short cache. */
import { GatewayError } from '@parley/protocol';
import type { Clock, Logger } from '../ports.ts';
import type { FoundKey, KeyStore } from '../store/index.ts';
import { hashSecret } from './secret.ts';

/** How long a key is trusted without asking the store: the longest a revocation can take here. */
const freshMs = 1_000;
/** How long a known key goes on when the store does not answer. */
const staleMs = 5 * 60_000;
const capacity = 10_000;

interface Entry {
  readonly found: FoundKey;
  readonly readAt: number;
}

/** Finds keys by their secret, with a short memory so that a busy key costs no store look-up each time. */
export interface KeyDirectory {
  /** @throws GatewayError `overloaded` when the store does not answer and the key is not known. */
  find(secret: string): Promise<FoundKey | undefined>;
  /** Forgets everything, so that what an operator has changed is in force at once. */
  clear(): void;
}

export function createKeyDirectory(
  store: Pick<KeyStore, 'findKey'>,
  clock: Clock,
  log: Logger,
): KeyDirectory {
  // The memory is keyed by the whole secret: a shorter identity could be shared by two keys.
  const entries = new Map<string, Entry>();

  const remember = (secret: string, found: FoundKey): void => {
    entries.delete(secret);
    entries.set(secret, { found, readAt: clock.monotonic() });
    const oldest = entries.size > capacity ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  };

  const fallBack = (known: Entry | undefined, cause: unknown): FoundKey => {
    if (known !== undefined && clock.monotonic() - known.readAt < staleMs) {
      log('warn', 'The store does not answer; a known key goes on.', {
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
    clear: () => {
      entries.clear();
    },
  };
}
