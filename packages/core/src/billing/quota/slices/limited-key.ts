/** The limits of a key, as they were when its slices were reserved; kept by `slices.ts`. */
import type { Amount, Held, RequestedAmounts } from '../../../store/index.ts';
import { spanOf } from '../../ledger/rate.ts';
import { limitsMoney, type KeyWithAccount } from '../limits/limited.ts';

/** What one request takes of a slice; 0 where nothing is limited. */
export type Demand = Amount & Pick<Held, 'rateMs'>;

/** The limits of a key and whether its account is prepaid. */
export class LimitedKey {
  readonly id: string;
  readonly accountId: string;
  readonly limits: KeyWithAccount['key']['limits'];
  /** The object with equal limits that was compared last, which needs no further comparison. */
  #lastEqual: KeyWithAccount['key']['limits'];
  readonly #prepaid: boolean;
  readonly #limitsMoney: boolean;

  constructor({ key, account }: KeyWithAccount) {
    this.id = key.id;
    this.accountId = key.accountId;
    this.limits = this.#lastEqual = key.limits;
    this.#prepaid = account.prepaid;
    this.#limitsMoney = limitsMoney({ key, account });
  }

  /** Whether the limits are still the same. */
  isSame({ key, account }: KeyWithAccount): boolean {
    if (account.prepaid !== this.#prepaid || key.accountId !== this.accountId) return false;
    if (key.limits === this.#lastEqual) return true;
    if (JSON.stringify(key.limits) !== JSON.stringify(this.limits)) return false;
    this.#lastEqual = key.limits;
    return true;
  }

  /** The parts of an amount that are limited; 0 for the others. */
  limitedPart({ nanoUsd, tokens }: Amount): Amount {
    return { nanoUsd: this.#limitedMoney(nanoUsd), tokens: this.#limitedTokens(tokens) };
  }

  demandOf({ nanoUsd, tokens, rateTokens }: RequestedAmounts): Demand {
    return {
      nanoUsd: this.#limitedMoney(nanoUsd),
      tokens: this.#limitedTokens(tokens),
      rateMs: spanOf(rateTokens, this.limits.tokensPerMinute),
    };
  }

  #limitedMoney(nanoUsd: number): number {
    return this.#limitsMoney ? nanoUsd : 0;
  }

  #limitedTokens(tokens: number): number {
    return this.limits.quota?.tokens === undefined ? 0 : tokens;
  }
}
