/**
 * Runs the work of many exchanges together that became ready in one turn of the event loop; used by the entries for Node,
 * Bun and Deno.
 */
import { setImmediate } from 'node:timers';

type Work = () => void;

/** What an exchange does when its request has arrived, and when its upstream has answered. */
const queues = { request: [] as Work[], reply: [] as Work[] };

const runners = {
  request: () => {
    runAll('request');
  },
  reply: () => {
    runAll('reply');
  },
};

/**
 * Runs work after all sockets that are ready in this turn have been read, behind the work of its kind that was given
 * before. The code of each stage then runs for one exchange after the other, and stays in the caches of the processor:
 * a whole call takes a quarter less CPU time when 32 run at a time (decision 69). An exchange on its own does not wait,
 * because nothing else is read before.
 */
export function runAtTurnEnd(kind: keyof typeof queues, work: Work): void {
  const waiting = queues[kind];
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runners[kind]);
}

/** Resolves when the turn ends, as `runAtTurnEnd` runs its work. */
export function waitForTurnEnd(kind: keyof typeof queues): Promise<void> {
  return new Promise((resolve) => {
    runAtTurnEnd(kind, resolve);
  });
}

function runAll(kind: keyof typeof queues): void {
  const due = queues[kind];
  queues[kind] = [];
  for (const work of due) work();
}
