/** A queue of exchanges that wait for quota which other exchanges have reserved; used by `reserve`. */
import type { GatewayError } from '@parley/protocol';
import type { Clock } from '../../../ports.ts';
import type { DrawOutcome } from '../slices/slices.ts';

/** A final outcome of a reservation. */
export type FinalOutcome = Exclude<DrawOutcome, { kind: 'held' }>;

/** Ends a wait early, when the exchange is interrupted. */
export interface Interruptible {
  readonly error: GatewayError | undefined;
  onInterrupt(listener: (error: GatewayError) => void): () => void;
}

/** An exchange that needs a reservation. */
export interface Waiting {
  readonly keyId: string;
  readonly accountId: string;
  readonly interruption: Interruptible;
  /** Asks the store for the reservation. @param last true when the exchange waits no longer */
  ask(last: boolean): Promise<DrawOutcome>;
}

/** Exchanges that wait until others of their key or account release what they have reserved. */
export interface QuotaWaitQueue {
  /**
   * Asks until there is a final outcome: first come, first served within a key.
   * @throws GatewayError what interrupted the exchange, or what the store throws
   */
  askInTurn(waiting: Waiting): Promise<FinalOutcome>;
  /** Called when something was released: the first waiting exchange of each affected key retries at once. */
  wake(keyId: string, accountId: string): void;
  /** Whether an exchange waits for what the key or the account has reserved. */
  isAwaited(keyId: string, accountId: string): boolean;
}

/** The bounds of the pause between two tries of the same exchange, in milliseconds. */
const shortestPause = 50;
const longestPause = 250;

/** @param waitMs how long an exchange waits, in milliseconds; 0 means not at all */
export function createQuotaWaitQueue(clock: Clock, waitMs: number): QuotaWaitQueue {
  const queues = new Map<string, Waiter[]>();

  const leave = (waiter: Waiter): void => {
    const { keyId } = waiter.waiting;
    const rest = (queues.get(keyId) ?? []).filter((other) => other !== waiter);
    if (rest.length === 0) queues.delete(keyId);
    else queues.set(keyId, rest);
    rest[0]?.wake();
  };

  const wait = async (waiter: Waiter): Promise<FinalOutcome> => {
    const { waiting } = waiter;
    const deadline = clock.monotonic() + waitMs;
    for (;;) {
      const left = deadline - clock.monotonic();
      if (left <= 0) return toFinal(await waiting.ask(true));
      const isFirst = queues.get(waiting.keyId)?.[0] === waiter;
      if (isFirst) {
        waiter.isAwake = false;
        const outcome = await waiting.ask(false);
        if (outcome.kind !== 'held') return outcome;
      }
      // An exchange that is not first waits until the one before it wakes it.
      await waiter.sleep(isFirst ? Math.min(left, pause()) : left);
      if (waiting.interruption.error !== undefined) throw waiting.interruption.error;
    }
  };

  return {
    async askInTurn(waiting) {
      if (waitMs <= 0) return toFinal(await waiting.ask(true));
      if (!queues.has(waiting.keyId)) {
        const outcome = await waiting.ask(false);
        if (outcome.kind !== 'held') return outcome;
      }
      const waiter = new Waiter(waiting);
      // Other exchanges may have joined the queue during the call of the store.
      queues.set(waiting.keyId, [...(queues.get(waiting.keyId) ?? []), waiter]);
      const stopListening = waiting.interruption.onInterrupt(() => {
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
      for (const [first] of queues.values()) {
        if (first?.isAffected(keyId, accountId) === true) first.wake();
      }
    },
    isAwaited: (keyId, accountId) =>
      [...queues.values()].some(([first]) => first?.isAffected(keyId, accountId) === true),
  };
}

/** One exchange in the queue of its key. */
class Waiter {
  readonly waiting: Waiting;
  /** True when it was woken since its last try, so that no wake-up is missed. */
  isAwake = false;
  #resume: (() => void) | undefined;

  constructor(waiting: Waiting) {
    this.waiting = waiting;
  }

  isAffected(keyId: string, accountId: string): boolean {
    return this.waiting.keyId === keyId || this.waiting.accountId === accountId;
  }

  wake(): void {
    this.isAwake = true;
    this.#resume?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (this.isAwake) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
    this.#resume = undefined;
  }
}

/**
 * Waits for a fixed time.
 * @throws GatewayError what interrupted the exchange meanwhile
 */
export async function waitUnlessInterrupted(
  interruption: Interruptible,
  milliseconds: number,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    stopListening = interruption.onInterrupt(() => {
      resolve();
    });
  });
  clearTimeout(timer);
  stopListening?.();
  if (interruption.error !== undefined) throw interruption.error;
}

/** `held` as the outcome of the last try means that too little is free. */
function toFinal(outcome: DrawOutcome): FinalOutcome {
  if (outcome.kind !== 'held') return outcome;
  return { kind: 'refused', limit: outcome.limit, isHeld: true, standing: {} };
}

/** Random, so that many processes do not retry at the same time. */
function pause(): number {
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  return shortestPause + (chance / 256) * (longestPause - shortestPause);
}
