/**
 * Compares the CPU time of a whole call of 1 KB with a limited key: this build with that of another checkout, two
 * gateways of each in turn, and beside them the bare Node proxy. Shows it by thread, too.
 * Run it with `node --conditions=parley-source bench/builds.ts <folder of the other> [seconds] [rounds]`, after building
 * both. Needs what `gateways.ts` needs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { load, openBench, start, type Bench } from './gateways/bench.ts';
import { stopAll } from './gateways/processes.ts';
import { plainCall, type RunningSubject, type Subject } from './gateways/subject.ts';
import { createParley } from './gateways/subjects/parley.ts';
import { nodeProxy } from './gateways/subjects/plain.ts';
import { median } from './gateways/table.ts';

const [folder = '.', ...numbers] = process.argv.slice(2);
const [seconds = 2, rounds = 8] = numbers.map(Number);
const warmSeconds = 12;
const load32 = { connections: 32, warm: 0.5 };

interface Measured {
  readonly subject: Subject;
  readonly running: RunningSubject;
  /** Microseconds of a call, one for each round. */
  readonly calls: number[];
  /** The same by thread, of user and kernel. */
  readonly threads: Map<string, { user: number; kernel: number }>;
}

async function startSubjects(bench: Bench): Promise<readonly Measured[]> {
  const path = join(resolve(folder), 'bench/gateways/subjects/parley.ts');
  const other = (await import(pathToFileURL(path).href)) as {
    readonly createParley: typeof createParley;
  };
  const settings = { runtime: 'node', isLimited: true } as const;
  const names = ['this build', 'the other', 'this build again', 'the other again'];
  const subjects = names.map((title, index) =>
    (index % 2 === 0 ? createParley : other.createParley)({ ...settings, id: `b${index}`, title }),
  );
  const all: Measured[] = [];
  for (const subject of [nodeProxy, ...subjects]) {
    const running = await start(bench, subject);
    all.push({ subject, running, calls: [], threads: new Map() });
  }
  return all;
}

/** CPU time of each thread since its start, in microseconds, by its name in the system. */
function readThreads(pid: number): ReadonlyMap<string, { user: number; kernel: number }> {
  const tasks = `/proc/${pid}/task`;
  const threads = new Map<string, { user: number; kernel: number }>();
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

async function measure(bench: Bench, { running, calls, threads }: Measured): Promise<void> {
  const before = readThreads(running.pid);
  const result = await load(bench, { call: plainCall, subject: running }, { ...load32, warm: 0 });
  calls.push(result.cpuUs / result.calls);
  for (const [name, { user, kernel }] of readThreads(running.pid)) {
    const since = before.get(name) ?? { user: 0, kernel: 0 };
    const sum = threads.get(name) ?? { user: 0, kernel: 0 };
    threads.set(name, {
      user: sum.user + (user - since.user) / result.calls / rounds,
      kernel: sum.kernel + (kernel - since.kernel) / result.calls / rounds,
    });
  }
}

function describe({ subject, calls, threads }: Measured): string {
  const each = calls.map((us) => us.toFixed(0)).join(' ');
  const lines = [...threads]
    .filter(([, { user, kernel }]) => user + kernel >= 0.5)
    .map(([name, { user, kernel }]) => `    ${name}: ${user.toFixed(1)} + ${kernel.toFixed(1)}`);
  return [`${subject.title}: ${median(calls).toFixed(0)} µs (${each})`, ...lines].join('\n');
}

const bench = await openBench({ seconds, rounds, warm: warmSeconds, scale: 1 }, []);
try {
  const all = await startSubjects(bench);
  for (const { running } of all) {
    await load(bench, { call: plainCall, subject: running }, { ...load32, seconds: warmSeconds });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const each of all) await measure(bench, each);
  }
  process.stdout.write(`${all.map(describe).join('\n')}\n`);
} finally {
  await stopAll();
}
