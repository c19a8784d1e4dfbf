/**
 * Measures every runtime that is built: the size of its entry and of its bundle, the time from the start of
 * its process to the first response of the gateway, and the memory of its idle processes before and after
 * some work. Prints a table in Markdown. Needs Linux, for the memory.
 * Run it with `node --conditions=parley-source bench/runtimes.ts`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runtimes, startRuntime, type RunningGateway } from '../scripts/serving.mjs';

const starts = 5;
const exchanges = 500;
const atOnce = 10;
/** Milliseconds without work before the memory is read. */
const quietMs = 2_000;

const apps = fileURLToPath(new URL('../apps/', import.meta.url));

interface Measurement {
  readonly readyMs: number;
  readonly idleBytes: number;
  readonly usedBytes: number;
}

async function measure(runtime: string): Promise<Measurement> {
  const gateway = await startRuntime(runtime);
  const { readyMs } = gateway;
  try {
    await wait(quietMs);
    const idleBytes = readTreeMemory(gateway.pid);
    await work(gateway);
    await wait(quietMs);
    return { readyMs, idleBytes, usedBytes: readTreeMemory(gateway.pid) };
  } finally {
    await gateway.stop();
  }
}

async function work({ url, key }: RunningGateway): Promise<void> {
  const ask = async (): Promise<void> => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"model":"demo/echo","stream":true,"messages":[{"role":"user","content":"Hi"}]}',
    });
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  };
  const sendMany = async (): Promise<void> => {
    for (let count = 0; count < exchanges / atOnce; count += 1) await ask();
  };
  await Promise.all(Array.from({ length: atOnce }, sendMany));
}

/** Resident memory of a process and its descendants, in bytes; shared pages are counted in each process. */
function readTreeMemory(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? readStatus(Number(name), 'PPid') : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return pid === root || (parent !== undefined && parent !== 0 && isOurs(parent));
  };
  const ours = [...parents.keys()].filter(isOurs);
  return ours.reduce((sum, pid) => sum + (readStatus(pid, 'VmRSS') ?? 0) * 1_024, 0);
}

/** A number in `/proc/<pid>/status`; absent when the process has ended. */
function readStatus(pid: number, field: string): number | undefined {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    );
    return found?.[1] === undefined ? undefined : Number(found[1]);
  } catch {
    return undefined;
  }
}

/** The entry files that are not `main.ts`. */
const entries: Readonly<Record<string, string>> = {
  node: 'start/start-gateway.ts',
  bun: 'start.ts',
};

/** Lines of the runtime's entry file, including types and comments. */
function countEntryLines(runtime: string): number {
  const entry = entries[runtime] ?? 'main.ts';
  return readFileSync(join(apps, runtime, 'src', entry), 'utf8')
    .trimEnd()
    .split('\n').length;
}

/** The size of all files of the build, in bytes. */
function readBundleSize(runtime: string): number | undefined {
  const folder = join(apps, runtime, 'dist');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

function findMedian(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN;
}

const mebibyte = 1_024 * 1_024;
const lines = [
  '| runtime | entry lines | bundle MB | start to first answer ms | idle MiB | idle after work MiB |',
  '| --- | --- | --- | --- | --- | --- |',
];
for (const runtime of runtimes) {
  const size = readBundleSize(runtime);
  if (size === undefined) {
    lines.push(`| ${runtime} | ${countEntryLines(runtime)} | not built | | | |`);
    continue;
  }
  const measured: Measurement[] = [];
  for (let start = 0; start < starts; start += 1) measured.push(await measure(runtime));
  const figures = [
    countEntryLines(runtime),
    (size / 1e6).toFixed(1),
    findMedian(measured.map(({ readyMs }) => readyMs)).toFixed(0),
    (findMedian(measured.map(({ idleBytes }) => idleBytes)) / mebibyte).toFixed(0),
    (findMedian(measured.map(({ usedBytes }) => usedBytes)) / mebibyte).toFixed(0),
  ];
  lines.push(`| ${runtime} | ${figures.join(' | ')} |`);
}
process.stdout.write(`${lines.join('\n')}\n`);
