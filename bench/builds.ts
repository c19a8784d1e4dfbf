/**
 * Compares the CPU time of this build with that of another checkout, two gateways of each in turn with a limited key,
 * and beside them nginx and the bare Node proxy. Shows it by thread, too.
 * Run it with `node --conditions=parley-source bench/builds.ts <folder of the other> [seconds] [rounds] [cases] [runtime]`,
 * after building both. The cases are those of the table `cpu` by their ids, separated by commas; `whole-1k` by default.
 * The runtime is `node`, `bun` or `deno-deploy`; `node` by default. Needs what `gateways.ts` needs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { chooseCall, load, openBench, start, type Bench } from './gateways/bench.ts';
import { listCases, type CpuCase } from './gateways/measurements/cpu.ts';
import type { LoadResult } from './gateways/native.ts';
import { stopAll } from './gateways/processes.ts';
import type { RunningSubject, Subject } from './gateways/subject.ts';
import { createParley, type ParleySettings } from './gateways/subjects/parley.ts';
import { nginx, nodeProxy } from './gateways/subjects/plain.ts';
import { median } from './gateways/table.ts';

const [folder = '.', seconds = '2', rounds = '8', chosen = 'whole-1k', runtime = 'node'] =
  process.argv.slice(2);
const effort = { seconds: Number(seconds), rounds: Number(rounds), warm: 12, scale: 1 };

interface Times {
  user: number;
  kernel: number;
}

interface Running {
  readonly subject: Subject;
  readonly running: RunningSubject;
}

interface Measured extends Running {
  /** Microseconds of a call or an event, one for each round. */
  readonly costs: number[];
  /** The same by thread, of user and kernel, for all rounds together. */
  readonly threads: Map<string, Times>;
}

function requireRuntime(name: string): ParleySettings['runtime'] {
  const runtimes = ['node', 'bun', 'deno-deploy'] as const;
  const found = runtimes.find((each) => each === name);
  if (found === undefined) throw new Error(`The runtime must be one of: ${runtimes.join(', ')}.`);
  return found;
}

async function startSubjects(bench: Bench): Promise<readonly Running[]> {
  const path = join(resolve(folder), 'bench/gateways/subjects/parley.ts');
  const other = (await import(pathToFileURL(path).href)) as {
    readonly createParley: typeof createParley;
  };
  const settings = { runtime: requireRuntime(runtime), isLimited: true };
  const names = ['this build', 'the other', 'this build again', 'the other again'];
  const subjects = names.map((title, index) =>
    (index % 2 === 0 ? createParley : other.createParley)({ ...settings, id: `b${index}`, title }),
  );
  const all: Running[] = [];
  for (const subject of [nginx, nodeProxy, ...subjects]) {
    all.push({ subject, running: await start(bench, subject) });
  }
  return all;
}

/** CPU time of each thread since its start, in microseconds, by its name in the system. */
function readThreads(pid: number): ReadonlyMap<string, Times> {
  const tasks = `/proc/${pid}/task`;
  const threads = new Map<string, Times>();
  for (const id of readdirSync(tasks)) {
    const [, name = '', rest = ''] =
      /\((.*)\) (.*)/.exec(readFileSync(`${tasks}/${id}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    const before = threads.get(name) ?? { user: 0, kernel: 0 };
    // The kernel counts in steps of ten milliseconds (proc_pid_stat(5), fields 14 and 15).
    const [user, kernel] = [Number(fields[11]) * 10_000, Number(fields[12]) * 10_000];
    threads.set(name, { user: before.user + user, kernel: before.kernel + kernel });
  }
  return threads;
}

async function measure(bench: Bench, one: CpuCase, measured: Measured): Promise<void> {
  const { running, costs, threads } = measured;
  const before = readThreads(running.pid);
  const call = chooseCall(running, one.calls);
  const result = await load(bench, { call, subject: running }, { ...one.load, warm: 0 });
  const cost = costOf(one, result);
  costs.push(cost);
  for (const [name, { user, kernel }] of readThreads(running.pid)) {
    const since = before.get(name) ?? { user: 0, kernel: 0 };
    const sum = threads.get(name) ?? { user: 0, kernel: 0 };
    const share = cost / result.cpuUs / effort.rounds;
    threads.set(name, {
      user: sum.user + (user - since.user) * share,
      kernel: sum.kernel + (kernel - since.kernel) * share,
    });
  }
}

function costOf(one: CpuCase, result: LoadResult): number {
  return one.read[one.id]?.(result) ?? Number.NaN;
}

function describe({ subject, costs, threads }: Measured, base: number): string {
  const middle = median(costs);
  const each = costs.map((us) => us.toFixed(0)).join(' ');
  const lines = [...threads]
    .filter(([, { user, kernel }]) => user + kernel >= 0.5)
    .map(([name, { user, kernel }]) => `    ${name}: ${user.toFixed(1)} + ${kernel.toFixed(1)}`);
  const head = `${subject.title}: ${middle.toFixed(0)} µs, ${(middle / base).toFixed(1)} × (${each})`;
  return [head, ...lines].join('\n');
}

async function compare(bench: Bench, all: readonly Running[], one: CpuCase): Promise<string> {
  const able = all.filter(({ running }) =>
    one.calls.some((call) => typeof running.address(call) !== 'string'),
  );
  const measured = able.map((each) => ({ ...each, costs: [], threads: new Map() }));
  for (const { running } of measured) {
    const call = chooseCall(running, one.calls);
    await load(bench, { call, subject: running }, { ...one.load, seconds: effort.warm, warm: 0 });
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const each of measured) await measure(bench, one, each);
  }
  const base = median(measured[0]?.costs ?? []);
  return `${one.title}\n${measured.map((each) => describe(each, base)).join('\n')}\n`;
}

const bench = await openBench(effort, []);
try {
  const all = await startSubjects(bench);
  const cases = listCases(effort).filter(({ id }) => chosen.split(',').includes(id));
  for (const one of cases) process.stdout.write(await compare(bench, all, one));
  // Gateways of the other checkout are known to its own modules only.
  await Promise.all(all.map(({ running }) => running.stop()));
} finally {
  await stopAll();
}
