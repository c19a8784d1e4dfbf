import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./young-generation.ts', import.meta.url).href;

/** Keeps many young objects alive, and shrinks the young generation as V8 does in an idle process. */
const prelude = `
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { limitYoungGeneration, measureHalf } from '${source}';
const mebibyte = 1024 * 1024;
const fill = (objects) => {
  const kept = [];
  for (let count = 0; count < objects; count += 1) kept[count % 400_000] = [count];
  return kept;
};
/** Half of what it makes survives more than one collection, as do the objects of open streams. */
const work = async () => {
  const kept = [];
  for (let step = 0; step < 200; step += 1) {
    kept[step % 8] = fill(50_000);
    await setTimeout(0);
  }
};
const shrink = async () => {
  gc({ type: 'major', flavor: 'last-resort' });
  await setTimeout(10);
};
const measure = () => Math.round(measureHalf() / mebibyte);
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

it('keeps the young generation at its limit under load', () => {
  expect(run(`await work(); console.log(measure());`)).toBe(16);
}, 70_000);

it('lets the young generation grow to its limit again after an idle phase has shrunk it', () => {
  const sizes = run(`
    await work();
    await shrink();
    const shrunk = measure();
    await work();
    console.log(JSON.stringify([shrunk, measure()]));
  `);
  expect(sizes).toEqual([1, 16]);
}, 70_000);

it('starts later threads with a young generation that need not grow', () => {
  const size = run(`
    await work();
    const program = \`
      const { space_used_size: used, space_available_size: left } = require('node:v8')
        .getHeapSpaceStatistics()
        .find(({ space_name: name }) => name === 'new_space');
      require('node:worker_threads').parentPort.postMessage(used + left);
    \`;
    const worker = new Worker(program, {
      ...{ eval: true, execArgv: [] },
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.once('message', (half) => console.log(Math.round(half / mebibyte)));
  `);
  expect(size).toBe(4);
}, 70_000);
