import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./young-generation.ts', import.meta.url).href;

/** Keeps many young objects alive until the limit is reached, and again once it must be set. */
const program = `
import { limitYoungGeneration, measureYoungGeneration } from '${source}';
const work = (objects) => {
  const kept = [];
  for (let count = 0; count < objects; count += 1) kept[count % 400_000] = [count];
};
limitYoungGeneration();
while (measureYoungGeneration() < 16 * 1024 * 1024) work(10_000);
await new Promise((resolve) => setTimeout(resolve, 1_500));
const before = measureYoungGeneration();
for (let count = 0; count < 5; count += 1) work(3_000_000);
console.log(measureYoungGeneration() - before);
`;

it('keeps the young generation from growing once it is large enough', () => {
  const run = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: program,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(run.stdout).toBe('0\n');
}, 70_000);
