/** Lets responses wait until the test releases them. */

/** The responses that wait for the test. */
export interface Holds {
  /** Number of responses that wait now. */
  readonly held: number;
  /** Waits for `release` or the signal, whichever comes first. */
  enter(signal: AbortSignal): Promise<void>;
  /** Releases everything that waits now. @returns how many there were */
  release(): number;
}

/** @param onChange called when the number of waiting answers changed */
export function createHolds(onChange: () => void): Holds {
  const waiting = new Set<() => void>();

  function enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => {
        signal.removeEventListener('abort', leave);
        waiting.delete(leave);
        onChange();
        resolve();
      };
      signal.addEventListener('abort', leave);
      waiting.add(leave);
      onChange();
    });
  }

  function release(): number {
    const leaving = [...waiting];
    for (const leave of leaving) leave();
    return leaving.length;
  }

  return {
    enter,
    release,
    get held() {
      return waiting.size;
    },
  };
}
