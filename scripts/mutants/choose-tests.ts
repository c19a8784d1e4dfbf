/** Chooses the tests that may notice a change: those that reach it, the nearest and cheapest first. */
import { basename, dirname, relative, sep } from 'node:path';
import type { Test } from './test-runner.ts';

/** A change that is tried, by its number. */
export interface Place {
  readonly id: number;
  /** Relative to the root. */
  readonly file: string;
}

/** The tests that reach a change while they run, as many as take `limit` milliseconds together. */
export function findReaching(tests: readonly Test[], { id, file }: Place, limit: number): Test[] {
  const reaching = tests.filter(
    ({ reached, hasPassed, duration }) => hasPassed && reached.has(id) && duration <= limit,
  );
  return takeWithin(order(file, reaching), limit);
}

/** Whether a change is reached while modules are loaded. */
export function isReachedEarly(tests: readonly Test[], { id }: Place): boolean {
  return tests.some(({ reachedBefore }) => reachedBefore.includes(id));
}

/**
 * The tests for a change that is reached while modules are loaded. Only the first test of a process sees that, so
 * all tests count that reach another change of its file, or stand beside it or one folder away.
 * @param limit how long they may take together, in milliseconds
 */
export function findAround(
  tests: readonly Test[],
  place: Place,
  { fileIds, limit }: { readonly fileIds: ReadonlySet<number>; readonly limit: number },
): Test[] {
  const early = new Set(
    tests.filter(({ reachedBefore }) => reachedBefore.includes(place.id)).map(({ file }) => file),
  );
  const around = tests.filter(({ file, reached, hasPassed }) => {
    const isNear = early.has(file) || countSteps(place.file, file) <= 2;
    return hasPassed && (isNear || [...reached].some((id) => fileIds.has(id)));
  });
  return takeWithin(order(place.file, around), limit);
}

/** The tests beside the file, then those of its folder and of the folders around it, then the shortest. */
function order(file: string, tests: readonly Test[]): Test[] {
  const own = `${basename(file, '.ts')}.test.ts`;
  const distance = (test: Test): number => {
    const steps = countSteps(file, test.file);
    return basename(test.file) === own ? steps - 1 : steps;
  };
  return tests.toSorted((one, two) => distance(one) - distance(two) || one.duration - two.duration);
}

/** How many names lead from the folder of one file to another file. */
function countSteps(from: string, to: string): number {
  return relative(dirname(from), to).split(sep).length;
}

function takeWithin(tests: readonly Test[], limit: number): Test[] {
  let used = 0;
  return tests.filter(({ duration }) => {
    if (used + duration > limit && used > 0) return false;
    used += duration;
    return true;
  });
}
