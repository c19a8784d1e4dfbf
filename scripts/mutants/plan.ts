/** Which changes of which files a run tries; handed from the command to the configuration of Vitest. */

/** By file, the number of each change by its place in `findMutations`. */
export type Plan = ReadonlyMap<string, ReadonlyMap<number, number>>;

const variable = 'PARLEY_MUTANTS';

export function writePlan(plan: Plan): void {
  const entries = [...plan].map(([file, ids]) => [file, [...ids]]);
  process.env[variable] = JSON.stringify(entries);
}

export function readPlan(): Plan {
  const entries = JSON.parse(process.env[variable] ?? '[]') as [string, [number, number][]][];
  return new Map(entries.map(([file, ids]) => [file, new Map(ids)]));
}
