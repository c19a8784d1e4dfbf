/**
 * Runs the work of many exchanges together that became ready in one turn of the event loop; used by the entries for Node,
 * Bun and Deno.
 */
import { setImmediate } from 'node:timers';

/** Where an exchange waits: after its request has arrived, or after its upstream has begun to answer. */
export type TurnStage = 'request' | 'reply';

const queues: Record<TurnStage, (() => void)[]> = { request: [], reply: [] };

const runners: Readonly<Record<TurnStage, () => void>> = {
  request: () => {
    runAll('request');
  },
  reply: () => {
    runAll('reply');
  },
};

/**
 * Runs work after all sockets that are ready in this turn have been read, behind the work of its stage that was given
 * before. The code of each stage then runs for one exchange after the other, and stays in the caches of the processor:
 * a whole call takes a quarter less CPU time when 32 run at a time (decision 69). An exchange on its own does not wait,
 * because nothing else is read before.
 * @param work must not throw: nothing could catch it, and the rest of the turn's work would be lost
 */
export function runAtTurnEnd(stage: TurnStage, work: () => void): void {
  const waiting = queues[stage];
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runners[stage]);
}

/** Resolves when `runAtTurnEnd` would run work of this stage. */
export function waitForTurnEnd(stage: TurnStage): Promise<void> {
  return new Promise((resolve) => {
    runAtTurnEnd(stage, resolve);
  });
}

function runAll(stage: TurnStage): void {
  const due = queues[stage];
  queues[stage] = [];
  for (const work of due) work();
}
