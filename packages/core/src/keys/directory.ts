/** Finds keys by their secrets, with a short-lived cache; used by authentication. */
import { createBackgroundRefresh } from '../background-refresh.ts';
import { createOutageLog, type OutageLog } from '../outage-log.ts';
import type { Clock, Logger } from '../ports.ts';
import { createStoreError } from '../store/errors.ts';
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
const inUseMs = 60_000;
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
  /** The key of a secret if it was read lately, without asking the store; `byTimer` as for `find`. */
  recall(secret: string, byTimer?: boolean): FoundKey | undefined;
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
  const outage = createOutageLog(log, {
    level: 'warn',
    begun: 'The store does not respond; known keys are still accepted.',
    over: 'The store responds again; keys are read from it.',
  });
  return new Directory({ store, clock, outage });
}

interface DirectoryParts {
  readonly store: Pick<KeyStore, 'findKey'>;
  readonly clock: Clock;
  readonly outage: OutageLog;
}

class Directory implements KeyDirectory {
  readonly #parts: DirectoryParts;
  /** By the whole secret: two keys could share a shorter identifier. The last that was read is the last. */
  readonly #entries = new Map<string, Entry>();
  readonly #background = createBackgroundRefresh(() => this.#refresh());
  #generation = 0;

  constructor(parts: DirectoryParts) {
    this.#parts = parts;
  }

  recall(secret: string, byTimer = true): FoundKey | undefined {
    const known = this.#entries.get(secret);
    if (known === undefined) return undefined;
    known.usedAt = this.#parts.clock.monotonic();
    const fresh = this.#validWithin(known, freshMs);
    if (byTimer && fresh !== undefined) this.#background.use();
    return fresh;
  }

  async find(secret: string, byTimer = true): Promise<FoundKey | undefined> {
    const found = this.recall(secret, byTimer) ?? (await this.#findNow(secret));
    if (byTimer && found !== undefined) this.#background.use();
    return found;
  }

  knows(secret: string): boolean {
    return this.#entries.has(secret);
  }

  clear(): void {
    this.#generation += 1;
  }

  close(): void {
    this.#background.stop();
  }

  async #findNow(secret: string): Promise<FoundKey | undefined> {
    const known = this.#entries.get(secret);
    try {
      return await this.#lookUp(secret, known);
    } catch (thrown) {
      return this.#findStale(known, thrown);
    }
  }

  async #lookUp(secret: string, known: Entry | undefined): Promise<FoundKey | undefined> {
    const begun = { readAt: this.#parts.clock.monotonic(), generation: this.#generation };
    const hash = known?.hash ?? (await hashSecret(secret));
    const found = await this.#parts.store.findKey(hash);
    this.#parts.outage.end();
    this.#entries.delete(secret);
    if (found === undefined) return undefined;
    this.#entries.set(secret, { ...begun, found, hash, usedAt: known?.usedAt ?? begun.readAt });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > capacity && oldest !== undefined) this.#entries.delete(oldest);
    return found;
  }

  /** Reads the keys that are in use, all at the same moment, so that the store can read them together. */
  async #refresh(): Promise<void> {
    const usedSince = this.#parts.clock.monotonic() - inUseMs;
    const inUse = [...this.#entries].filter(([, { usedAt }]) => usedAt >= usedSince);
    const newest = inUse.slice(-refreshedAtOnce);
    await Promise.all(newest.map(([secret, known]) => this.#lookUp(secret, known)));
  }

  #findStale(known: Entry | undefined, cause: unknown): FoundKey {
    const stale = this.#validWithin(known, staleMs);
    if (stale === undefined)
      throw createStoreError('The gateway cannot check keys right now.', cause);
    this.#parts.outage.begin({ cause });
    return stale;
  }

  #validWithin(entry: Entry | undefined, ageMs: number): FoundKey | undefined {
    if (entry?.generation !== this.#generation) return undefined;
    return this.#parts.clock.monotonic() - entry.readAt < ageMs ? entry.found : undefined;
  }
}
