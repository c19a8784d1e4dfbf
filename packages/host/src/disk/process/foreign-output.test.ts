import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./foreign-output.ts', import.meta.url).href;
const logger = new URL('./process-logger.ts', import.meta.url).href;

/** Returns what a process of its own writes to standard error. */
function run(program: string, variables: Readonly<Record<string, string>> = {}) {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--conditions=parley-source', '--input-type=module', '-'],
    {
      input: `
        import { setTimeout } from 'node:timers/promises';
        import { logForeignOutput } from '${source}';
        import { createProcessLogger } from '${logger}';
        const end = logForeignOutput(createProcessLogger('info', { format: 'json' }));
        ${program}
      `,
      env: { PATH: process.env['PATH'], ...variables },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { stderr, status };
}

function readLines(stderr: string): readonly unknown[] {
  return stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

it('warnings of the process and texts of libraries are lines of the log, once each', () => {
  const { stderr } = run(`
    process.emitWarning('Several\\nlines', { code: 'DEP1', type: 'DeprecationWarning' });
    console.warn('Skipping %s', 'INFO');
    console.error('failed', 1);
    await setTimeout(10);
  `);
  const warns = { level: 'warn', message: 'The runtime or a library warns.' };
  expect(readLines(stderr)).toEqual([
    expect.objectContaining({ ...warns, warning: 'Skipping INFO' }),
    expect.objectContaining({ level: 'error', error: 'failed 1' }),
    expect.objectContaining({
      ...warns,
      ...{ name: 'DeprecationWarning', code: 'DEP1', warning: 'Several\nlines' },
    }),
  ]);
});

it('an exception that nobody catches is the last line, and ends the process', () => {
  const { stderr, status } = run(`
    queueMicrotask(() => { throw new Error('of a library'); });
    await setTimeout(1_000);
  `);
  const cause = expect.objectContaining({ message: 'of a library' }) as unknown;
  expect(readLines(stderr)).toEqual([expect.objectContaining({ level: 'error', cause })]);
  expect(status).toBe(1);
});

it('warnings that the operator has turned off stay off', () => {
  const off = { NODE_NO_WARNINGS: '1' };
  expect(run(`process.emitWarning('Quiet'); await setTimeout(10);`, off).stderr).toBe('');
});

it('they are written as before when the gateway has ended', () => {
  expect(run(`end(); console.warn('plain');`).stderr).toBe('plain\n');
  expect(run(`end(); process.emitWarning('plain');`).stderr).toMatch(
    /^\(node:\d+\) Warning: plain/,
  );
});
