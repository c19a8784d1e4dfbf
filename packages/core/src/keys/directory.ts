import { GatewayError } from '@parley/protocol';
import type { Clock, Logger } from '../ports.ts';
import type { KeyRecord, Store } from '../store.ts';
import { hashSecret } from './secret.ts';

/** How long a key is trusted without asking the store: the longest a revocation can take here. */
const freshMs = 1_000;
/** How long a known key goes on when the store does not answer. */
const staleMs = 5 * 60_000;
const capacity = 10_000;

interface Entry {
  readonly record: KeyRecord;
  readonly readAt: number;
}

/** Finds keys by their secret, with a short memory so that a busy key costs no store look-up each time. */
export interface KeyDirectory {
  /** @throws GatewayError `overloaded` when the store does not answer and the key is not known. */
  find(secret: string): Promise<KeyRecord | undefined>;
}

export function createKeyDirectory(store: Store, clock: Clock, log: Logger): KeyDirectory {
  // The memory is keyed by the whole secret: a shorter identity could be shared by two keys.
  const entries = new Map<string, Entry>();

  const remember = (secret: string, record: KeyRecord): void => {
    entries.delete(secret);
    entries.set(secret, { record, readAt: clock.monotonic() });
    const oldest = entries.size > capacity ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  };

  const fallBack = (known: Entry | undefined, cause: unknown): KeyRecord => {
    if (known !== undefined && clock.monotonic() - known.readAt < staleMs) {
      log('warn', 'The store does not answer; a known key goes on.', { key_id: known.record.id });
      return known.record;
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
      if (known !== undefined && clock.monotonic() - known.readAt < freshMs) return known.record;
      try {
        const record = await store.findKey(await hashSecret(secret));
        if (record === undefined) entries.delete(secret);
        else remember(secret, record);
        return record;
      } catch (thrown) {
        return fallBack(known, thrown);
      }
    },
  };
}
