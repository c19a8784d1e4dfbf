/** Lets timers and other connections have their turn while streams arrive faster than they can be relayed. */

export interface FairTurns {
  /**
   * Counts the bytes of a chunk that a stream is about to relay. Returns a promise to wait for before that when all
   * streams with chunks of such a size together have used up their turn: without it, sockets that always have data
   * would keep the event loop to themselves.
   */
  use(bytes: number): Promise<void> | undefined;
}

/** What all streams together may relay in one turn of the event loop, in bytes. */
const turnBytes = 256 * 1024;

/** A model that writes word by word sends smaller chunks; larger ones come from streams that never pause. */
const smallChunk = 16 * 1024;

/** Streams with small chunks wait only for each other, and not behind those that never pause. */
export function createFairTurns(): FairTurns {
  const small = createTurns();
  const large = createTurns();
  return { use: (bytes) => (bytes < smallChunk ? small : large).use(bytes) };
}

/**
 * Each stream waits with a timer of its own, and those that wait longest are resumed first, because timers run in the
 * order in which they were set. On Workers, the timers of a request end with it, and no request may resume another.
 */
function createTurns(): FairTurns {
  let turn = { used: 0 };
  const take = (bytes: number): boolean => {
    if (turn.used !== 0 && turn.used + bytes > turnBytes) return false;
    turn.used += bytes;
    return true;
  };
  const wait = (bytes: number, resume: () => void): void => {
    const begun = turn;
    setTimeout(() => {
      if (begun === turn) turn = { used: 0 };
      if (take(bytes)) resume();
      else wait(bytes, resume);
    }, 0);
  };
  return {
    use: (bytes) =>
      take(bytes)
        ? undefined
        : new Promise((resume) => {
            wait(bytes, resume);
          }),
  };
}
