import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./idle-memory.ts', import.meta.url).href;

/** Fills the young generation, and prints the size of its half in MiB and whether it was collected, working or idle. */
const prelude = `
import { setTimeout } from 'node:timers/promises';
import { releaseMemoryWhenIdle } from '${source}';
import { measureHalf } from '${new URL('./young-generation.ts', import.meta.url).href}';
const measure = () => Math.round(measureHalf() / 1024 / 1024);
const work = async () => {
  const kept = [];
  for (let step = 0; step < 200; step += 1) {
    for (let count = 0; count < 50_000; count += 1) kept[count % 400_000] = [count];
    await setTimeout(0);
  }
};
await work();
const grown = measure();
`;

function run(program: string): unknown {
  const { stdout } = spawnSync(
    process.execPath,
    ['--conditions=parley-source', '--input-type=module', '-'],
    { input: prelude + program, encoding: 'utf8', timeout: 60_000 },
  );
  return JSON.parse(stdout);
}

it('gives the young generation back when the process is idle', () => {
  const [grown, idle] = run(`
    releaseMemoryWhenIdle({ startMs: 200 });
    await setTimeout(1_500);
    console.log(JSON.stringify([grown, measure()]));
  `) as [number, number];
  expect(grown).toBeGreaterThan(4);
  expect(idle).toBeLessThan(2);
}, 70_000);

it('gives it back again after later work', () => {
  const [grown, idle] = run(`
    releaseMemoryWhenIdle({ startMs: 200, intervalMs: 400 });
    await setTimeout(1_000);
    await work();
    const again = measure();
    await setTimeout(1_500);
    console.log(JSON.stringify([again, measure()]));
  `) as [number, number];
  expect(grown).toBeGreaterThan(4);
  expect(idle).toBeLessThan(2);
}, 70_000);

it('collects nothing while the process works', () => {
  const [grown, working] = run(`
    releaseMemoryWhenIdle({ startMs: 200 });
    await work();
    console.log(JSON.stringify([grown, measure()]));
  `) as [number, number];
  expect(working).toBeGreaterThanOrEqual(grown);
}, 70_000);
