import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./young-generation.ts', import.meta.url).href;

/** Keeps many young objects alive, and shrinks the young generation as V8 does in an idle process. */
const prelude = `
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { limitYoungGeneration, measureYoungGeneration } from '${source}';
const mebibyte = 1024 * 1024;
const fill = (objects) => {
  const kept = [];
  for (let count = 0; count < objects; count += 1) kept[count % 400_000] = [count];
};
const work = async () => {
  for (let step = 0; step < 200; step += 1) {
    fill(50_000);
    await setTimeout(0);
  }
};
const shrink = async () => {
  gc({ type: 'major', flavor: 'last-resort' });
  await setTimeout(10);
};
const measure = () => Math.ceil(measureYoungGeneration() / mebibyte);
limitYoungGeneration();
`;

/** Runs a module in a process of its own, because the flags of V8 hold for a whole process. */
function run(program: string): unknown {
  const { stdout } = spawnSync(
    process.execPath,
    ['--expose-gc', '--conditions=parley-source', '--input-type=module', '-'],
    { input: prelude + program, encoding: 'utf8', timeout: 60_000 },
  );
  return JSON.parse(stdout);
}

/** V8 14 counts the pages of the young generation that were used, V8 13 all of them. */
function isAtLimit(size: unknown): boolean {
  return typeof size === 'number' && size > 24 && size <= 32;
}

it('keeps the young generation at its limit under load', () => {
  expect(run(`await work(); console.log(measure());`)).toSatisfy(isAtLimit);
}, 70_000);

it('lets the young generation grow to its limit again after an idle phase has shrunk it', () => {
  const sizes = run(`
    await work();
    await shrink();
    const shrunk = measure();
    await work();
    console.log(JSON.stringify([shrunk, measure()]));
  `);
  expect(sizes).toEqual([1, expect.toSatisfy(isAtLimit)]);
}, 70_000);

it('starts later threads with a young generation that need not grow', () => {
  const used = run(`
    await work();
    const program = \`
      const kept = [];
      for (let count = 0; count < 45_000; count += 1) kept[count % 10] = [count, count];
      const spaces = require('node:v8').getHeapSpaceStatistics();
      require('node:worker_threads').parentPort.postMessage(spaces);
    \`;
    const worker = new Worker(program, {
      ...{ eval: true, execArgv: [] },
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.once('message', (spaces) => {
      const { space_used_size: size } = spaces.find((space) => space.space_name === 'new_space');
      console.log(size / mebibyte);
    });
  `);
  // A half of one MiB would have been collected in between.
  expect(used).toBeGreaterThan(2.5);
}, 70_000);
