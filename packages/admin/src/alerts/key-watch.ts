/** Looks at the keys that are in use, and at their accounts, for what operators should know. */
import { LimitRefusal, type ExchangeSummary, type ExtensionContext } from '@parley/core/extension';
import type { LimitName, Store } from '@parley/core/store';
import type { Alert } from './alert.ts';
import { findKeyAlerts } from './key-alerts.ts';

/** Milliseconds between two looks, and how many keys are read at one look. */
const lookMs = 15_000;
const keysAtOnce = 500;
/** How many keys are remembered to be looked at; a key beyond that is looked at after it is used again. */
const maxUsed = 100_000;

export class KeyWatch {
  readonly #gateway: Pick<ExtensionContext, 'clock' | 'store' | 'snapshot'>;
  /** The ids of keys that were used since they were looked at, and the limit that refused one of their requests. */
  readonly #used = new Map<string, LimitName | undefined>();
  #lookTick = -Infinity;

  constructor(gateway: Pick<ExtensionContext, 'clock' | 'store' | 'snapshot'>) {
    this.#gateway = gateway;
  }

  note({ key, error }: Pick<ExchangeSummary, 'key' | 'error'>): void {
    if (key === undefined) return;
    if (this.#used.size >= maxUsed && !this.#used.has(key.id)) return;
    const isUsedUp = error instanceof LimitRefusal && error.code === 'quota-exhausted';
    this.#used.set(key.id, isUsedUp ? error.refused.limit : this.#used.get(key.id));
  }

  /**
   * What holds of the keys in use, if the last look is long enough ago.
   * @throws StoreUnavailableError what was not looked at comes with the next look
   */
  async *findAlerts(): AsyncGenerator<Alert, void, undefined> {
    const { clock } = this.#gateway;
    if (this.#used.size === 0 || clock.monotonic() < this.#lookTick) return;
    this.#lookTick = clock.monotonic() + lookMs;
    const readAccount = this.#createAccountReader();
    for (const [id, refused] of [...this.#used].slice(0, keysAtOnce)) {
      // If it is used during the look, it is looked at again.
      this.#used.delete(id);
      try {
        yield* await this.#lookAt({ id, refused, readAccount });
      } catch (thrown) {
        this.#used.set(id, this.#used.get(id) ?? refused);
        throw thrown;
      }
    }
  }

  async #lookAt({ id, refused, readAccount }: UsedKey): Promise<readonly Alert[]> {
    const { clock, store, snapshot } = this.#gateway;
    const found = await store.readKey(id);
    const { alerts } = snapshot();
    if (found === undefined || alerts === undefined) return [];
    const account = await readAccount(found.key.accountId);
    if (account === undefined) return [];
    return findKeyAlerts({ ...found, account, refused }, alerts, clock.now());
  }

  /** Many keys belong to one account, which is read once. */
  #createAccountReader(): Store['readAccount'] {
    const { store } = this.#gateway;
    const accounts = new Map<string, ReturnType<Store['readAccount']>>();
    return (id) => {
      const reading = accounts.get(id) ?? store.readAccount(id);
      accounts.set(id, reading);
      return reading;
    };
  }
}

interface UsedKey extends Pick<Store, 'readAccount'> {
  readonly id: string;
  readonly refused: LimitName | undefined;
}
