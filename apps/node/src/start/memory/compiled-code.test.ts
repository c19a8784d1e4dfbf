import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

const source = new URL('./compiled-code.ts', import.meta.url).href;

/**
 * Works with objects of one shape until V8 has optimized that, drops them all, and is idle from then on. Only after the
 * collection of a gateway that has started does V8 know how much is allocated while nothing is done.
 */
const program = `
import { setTimeout } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { keepCompiledCode } from '${source}';
if (process.argv.includes('keep')) keepCompiledCode();
v8.setFlagsFromString('--expose-gc');
vm.runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
const create = (id) => {
  const request = {};
  request.id = id;
  request.twice = 2 * id;
  return request;
};
const read = (request) => request.id + request.twice;
let kept = [];
let sum = 0;
const work = () => {
  for (let id = 0; id < 1_000; id += 1) {
    kept[id] = create(id);
    sum += read(kept[id]);
  }
};
for (let round = 0; round < 3_000; round += 1) {
  work();
  if (round % 100 === 0) await setTimeout(5);
}
kept = [];
setInterval(() => sum, 100);
`;

type Cleanup = (work: () => void) => void;

/** Without this flag, V8 14 waits for 30 seconds, and only then for the eight of all versions. */
const soon = '--gc-memory-reducer-start-delay-ms=500';
/** V8 frees memory within these milliseconds, or not at all. */
const patienceMs = 12_000;

/** What V8 tells until it has freed memory because the process is idle. */
async function watchIdleProcess(
  onTestFinished: Cleanup,
  ...words: readonly string[]
): Promise<string> {
  const flags = ['--trace-deopt', '--trace-memory-reducer', soon, '--conditions=parley-source'];
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-', ...words]);
  onTestFinished(() => child.kill('SIGKILL'));
  let told = '';
  const freed = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.includes('Memory reducer: finished')) resolve();
    });
    child.once('close', () => {
      reject(new Error(told));
    });
  });
  child.stdin.end(program);
  await Promise.race([freed, wait(patienceMs)]);
  return told;
}

const dropped = /marking dependent code.*reason: embedded weak objects cleared/;

describe.concurrent('optimized code in an idle process', () => {
  it('stays when V8 could free memory', async ({ onTestFinished }) => {
    const told = await watchIdleProcess(onTestFinished, 'keep');
    expect(told).not.toMatch(dropped);
  }, 60_000);

  it('is dropped by V8 itself', async ({ onTestFinished }) => {
    expect(await watchIdleProcess(onTestFinished)).toMatch(dropped);
  }, 60_000);
});
