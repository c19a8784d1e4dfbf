import type { GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import type { ReserveOutcome } from '../../store/index.ts';

/** An outcome that settles the matter. */
export type Decided = Exclude<ReserveOutcome, { kind: 'held' }>;

/** Ends a wait early. */
export interface Interruptible {
  readonly error: GatewayError | undefined;
  onInterrupt(listener: (error: GatewayError) => void): () => void;
}

export interface Applicant {
  readonly keyId: string;
  readonly accountId: string;
  readonly interruption: Interruptible;
  /** Asks the store. @param last true when nothing that others hold is waited for any more */
  ask(last: boolean): Promise<ReserveOutcome>;
}

/** Where exchanges wait for what others of their key or account still hold. */
export interface WaitingLines {
  /**
   * Asks until there is an answer: first come, first served within a key.
   * @throws GatewayError what interrupted the exchange, or what the store throws
   */
  apply(applicant: Applicant): Promise<Decided>;
  /** Something was given back, so the first in each line of that key or account asks at once. */
  wake(keyId: string, accountId: string): void;
}

/** The pause between two questions of the same exchange, in milliseconds. */
const shortestPause = 50;
const longestPause = 250;

/** @param patienceMs how long an exchange waits, in milliseconds; 0 means not at all */
export function createWaitingLines(clock: Clock, patienceMs: number): WaitingLines {
  const lines = new Map<string, Waiter[]>();

  const leave = (waiter: Waiter): void => {
    const { keyId } = waiter.applicant;
    const rest = (lines.get(keyId) ?? []).filter((other) => other !== waiter);
    if (rest.length === 0) lines.delete(keyId);
    else lines.set(keyId, rest);
    rest[0]?.wake();
  };

  const wait = async (waiter: Waiter): Promise<Decided> => {
    const { applicant } = waiter;
    const deadline = clock.monotonic() + patienceMs;
    for (;;) {
      const left = deadline - clock.monotonic();
      if (left <= 0) return decided(await applicant.ask(true));
      const isFirst = lines.get(applicant.keyId)?.[0] === waiter;
      if (isFirst) {
        waiter.isAwake = false;
        const outcome = await applicant.ask(false);
        if (outcome.kind !== 'held') return outcome;
      }
      // Whoever is not first waits to be woken by the one before it.
      await waiter.sleep(isFirst ? Math.min(left, pause()) : left);
      if (applicant.interruption.error !== undefined) throw applicant.interruption.error;
    }
  };

  return {
    async apply(applicant) {
      if (patienceMs <= 0) return decided(await applicant.ask(true));
      if (!lines.has(applicant.keyId)) {
        const outcome = await applicant.ask(false);
        if (outcome.kind !== 'held') return outcome;
      }
      const waiter = new Waiter(applicant);
      // Others may have joined while the store was asked.
      lines.set(applicant.keyId, [...(lines.get(applicant.keyId) ?? []), waiter]);
      const stopListening = applicant.interruption.onInterrupt(() => {
        waiter.wake();
      });
      try {
        return await wait(waiter);
      } finally {
        stopListening();
        leave(waiter);
      }
    },
    wake(keyId, accountId) {
      for (const [first] of lines.values()) {
        if (first === undefined) continue;
        const { applicant } = first;
        if (applicant.keyId === keyId || applicant.accountId === accountId) first.wake();
      }
    },
  };
}

/** One exchange in its line. */
class Waiter {
  readonly applicant: Applicant;
  /** True when it was woken since it last asked, so that no call is slept through. */
  isAwake = false;
  #rise: (() => void) | undefined;

  constructor(applicant: Applicant) {
    this.applicant = applicant;
  }

  wake(): void {
    this.isAwake = true;
    this.#rise?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (this.isAwake) {
      this.isAwake = false;
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#rise = resolve;
      timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
    this.#rise = undefined;
    this.isAwake = false;
  }
}

/** A store that answers `held` to a last question says that nothing is free. */
function decided(outcome: ReserveOutcome): Decided {
  if (outcome.kind !== 'held') return outcome;
  return { kind: 'refused', limit: outcome.limit, isHeld: true, standing: {} };
}

/** Spread at random, so that many processes do not ask in step. */
function pause(): number {
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  return shortestPause + (chance / 256) * (longestPause - shortestPause);
}
