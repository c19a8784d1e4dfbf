/**
 * Measures `parley start --workers` side by side: calls per second and CPU time of a whole call, with a limited key
 * on the embedded store. All workers share the first core in one table, and both cores in another, which they then
 * share with the upstream and the load generator.
 * Run it with `node --conditions=parley-source bench/workers.ts [seconds] [rounds]`. Needs what `gateways.ts` needs.
 */
import process from 'node:process';
import { load, openBench, start, type Bench } from './gateways/bench.ts';
import type { LoadResult } from './gateways/native.ts';
import { moveToLoadCore, readTreeMemory, stopAll } from './gateways/processes.ts';
import { plainCall, type RunningSubject, type Subject } from './gateways/subject.ts';
import { createParley } from './gateways/subjects/parley.ts';
import { median } from './gateways/table.ts';

const counts = [1, 2];
const cores = { 'one core': '0', 'both cores': '0,1' };
const connections = 64;

const [seconds = 3, rounds = 3] = process.argv.slice(2).map(Number);

/** Measures both in turns, so that other work on the machine affects both. The first round only compiles what is hot. */
async function measureInTurns(
  bench: Bench,
  running: readonly RunningSubject[],
): Promise<readonly (readonly LoadResult[])[]> {
  const results = running.map((): LoadResult[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, subject] of running.entries()) {
      const settings = { connections, seconds, warm: 1 };
      const result = await load(bench, { call: plainCall, subject }, settings);
      if (round > 0) results[index]?.push(result);
    }
  }
  return results;
}

function createSubject(where: string, list: string, workers: number): Subject {
  return createParley({
    ...{ id: `workers-${workers}-${where}`, title: `${workers} workers`, runtime: 'node' },
    ...{ isLimited: true, cores: list, environment: { PARLEY_WORKERS: String(workers) } },
    // No call is refused for the load of a busy machine.
    configuration: 'overload:\n  event_loop_delay: 60\n',
  });
}

async function compare(bench: Bench, where: string, list: string): Promise<void> {
  const subjects = counts.map((workers) => createSubject(where, list, workers));
  const running = await Promise.all(subjects.map((subject) => start(bench, subject)));
  for (const [index, measured] of (await measureInTurns(bench, running)).entries()) {
    const rate = median(measured.map((one) => one.calls / one.seconds)).toFixed(0);
    const cpu = median(measured.map((one) => one.cpuUs / one.calls)).toFixed(0);
    const megabytes = (readTreeMemory(running[index]?.pid ?? 0) / 1e6).toFixed(0);
    const cells = [where, String(counts[index]), rate, cpu, megabytes];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
  await Promise.all(running.map((subject) => subject.stop()));
}

moveToLoadCore();
const bench = await openBench({ seconds, rounds, warm: 0, scale: 1 }, []);
process.stdout.write('| where | workers | calls per second | CPU µs per call | MB after |\n');
process.stdout.write('| --- | --- | --- | --- | --- |\n');
try {
  for (const [where, list] of Object.entries(cores)) await compare(bench, where, list);
} finally {
  await stopAll();
}
