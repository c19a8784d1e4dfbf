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

interface Waiting {
  readonly bytes: number;
  readonly resume: () => void;
}

/** Streams with small chunks wait only for each other, and not behind those that never pause. */
export function createFairTurns(): FairTurns {
  const small = createTurns();
  const large = createTurns();
  return { use: (bytes) => (bytes < smallChunk ? small : large).use(bytes) };
}

function createTurns(): FairTurns {
  let used = 0;
  let waiting: Waiting[] = [];
  /** Resumes as many streams as a turn has room for, those that wait longest first. */
  const beginTurn = (): void => {
    used = 0;
    let room = turnBytes;
    const blocked = waiting.findIndex(({ bytes }) => (room -= bytes) < 0);
    const count = blocked < 0 ? waiting.length : Math.max(1, blocked);
    const resumed = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const { resume } of resumed) resume();
    if (waiting.length > 0) setTimeout(beginTurn, 0);
  };
  return {
    use(bytes) {
      used += bytes;
      if (used < turnBytes && waiting.length === 0) return undefined;
      if (waiting.length === 0) setTimeout(beginTurn, 0);
      return new Promise((resume) => waiting.push({ bytes, resume }));
    },
  };
}
