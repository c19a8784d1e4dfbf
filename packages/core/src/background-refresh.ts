/** Reads something again and again while it is in use; for what the store answers and no request should wait for. */

/** A read that is repeated in the background. */
export interface BackgroundRefresh {
  /** Keeps the reads going for a minute more; nothing once they have been stopped. */
  use(): void;
  /** Ends the reads for good: a request that comes while a gateway closes must not keep the process running. */
  stop(): void;
}

/** Milliseconds between two reads: a read that ends within 400 ms keeps what is valid for a second valid. */
const everyMs = 600;
/** After how many intervals without use it rests, so that an idle process may sleep or exit. */
const restsAfter = 100;

/**
 * @param read is called at every interval unless the last call still runs. What it throws is ignored: whoever
 * needs the answer asks again.
 */
export function createBackgroundRefresh(read: () => Promise<unknown>): BackgroundRefresh {
  let timer: ReturnType<typeof setInterval> | undefined;
  let unused = 0;
  let isReading = false;
  let isStopped = false;
  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = async (): Promise<void> => {
    unused += 1;
    if (unused > restsAfter) rest();
    if (timer === undefined || isReading) return;
    isReading = true;
    await read().catch(() => undefined);
    isReading = false;
  };
  return {
    use() {
      unused = 0;
      if (!isStopped) timer ??= setInterval(() => void tick(), everyMs);
    },
    stop() {
      isStopped = true;
      rest();
    },
  };
}
