import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./old-generation.ts', import.meta.url).href;

/** Replaces objects that have grown old all the time, and prints how much more than those in use there was at most. */
const program = `
import { setTimeout } from 'node:timers/promises';
import v8 from 'node:v8';
import { limitOldGeneration } from '${source}';
limitOldGeneration();
const measure = () =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
const kept = (globalThis.kept = []);
let most = 0;
for (let count = 0; count < 3_000_000; count += 1) {
  kept[count % 300_000] = [count, [count]];
  if (count % 10_000 === 0) {
    await setTimeout(0);
    most = Math.max(most, measure());
  }
}
gc();
console.log(most / measure());
`;

it('collects old objects before they have grown as far as V8 would let them', () => {
  const { stdout } = spawnSync(
    process.execPath,
    ['--expose-gc', '--conditions=parley-source', '--input-type=module', '-'],
    { input: program, encoding: 'utf8', timeout: 60_000 },
  );
  expect(Number(stdout)).toBeGreaterThan(1);
  expect(Number(stdout)).toBeLessThan(3.8);
}, 70_000);
