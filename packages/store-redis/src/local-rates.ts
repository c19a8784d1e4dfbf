/** Rate limits of one process; used by `shared-rates.ts` while Redis is unavailable. */
import {
  applyRelease,
  applySettlement,
  decideReserve,
  emptyAccountState,
  emptyKeyState,
} from '@parley/core/ledger';
import type {
  Held,
  KeyState,
  ReserveOutcome,
  ReservationRequest,
  Settlement,
} from '@parley/core/store';

/** The maximum number of keys in memory. */
const mostKeys = 10_000;

/** Rates and concurrency slots of this process alone: its share of every limit while Redis is unavailable. */
export class LocalRates {
  readonly #keys = new Map<string, KeyState>();
  readonly #held = new Map<string, { readonly keyId: string; readonly held: Held }>();

  /** @param gateways the number of gateways that share the limits, at least 1 */
  take(request: ReservationRequest, gateways: number): ReserveOutcome {
    const { keyId, id } = request;
    const now = Date.now();
    const { outcome, granted } = decideReserve({
      key: this.#keys.get(keyId) ?? emptyKeyState(keyId, now),
      account: emptyAccountState(''),
      prepaid: false,
      limits: shareLimits(request.limits, gateways),
      amounts: request.amounts,
      last: true,
      now,
    });
    if (granted === undefined) return outcome;
    this.#remember(keyId, granted.key);
    this.#held.set(id, { keyId, held: granted.held });
    return outcome;
  }

  /** Releases what an exchange took; does nothing when it took it elsewhere. */
  finish(exchangeId: string, settlement?: Settlement): boolean {
    const taken = this.#held.get(exchangeId);
    if (taken === undefined) return false;
    this.#held.delete(exchangeId);
    const key = this.#keys.get(taken.keyId);
    if (key === undefined) return true;
    const states = { key, account: emptyAccountState('') };
    const { held } = taken;
    const after =
      settlement === undefined
        ? applyRelease(states, held)
        : applySettlement(states, {
            charges: settlement.charges.map((charge) => ({ ...charge, nanoUsd: 0 })),
            limits: settlement.limits,
            held,
            now: Date.now(),
          });
    this.#remember(taken.keyId, after.key);
    return true;
  }

  #remember(keyId: string, key: KeyState): void {
    this.#keys.delete(keyId);
    this.#keys.set(keyId, key);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > mostKeys && oldest !== undefined) this.#keys.delete(oldest);
  }
}

type Limits = ReservationRequest['limits'];

function shareLimits(limits: Limits, gateways: number): Limits {
  const { requestsPerMinute, tokensPerMinute, concurrency } = limits;
  const share = (limit: number) => Math.max(1, Math.floor(limit / gateways));
  return {
    ...(requestsPerMinute !== undefined && { requestsPerMinute: share(requestsPerMinute) }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute: share(tokensPerMinute) }),
    ...(concurrency !== undefined && { concurrency: share(concurrency) }),
  };
}
