import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const source = new URL('./unhandled-rejections.ts', import.meta.url).href;

/** Vitest handles such rejections itself, so that they need a process of their own. */
function run(program: string) {
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--conditions=parley-source', '--input-type=module', '-'],
    {
      input: `
        import { setTimeout } from 'node:timers/promises';
        import { logUnhandledRejections } from '${source}';
        const end = logUnhandledRejections((level, message, { cause }) => {
          console.log(level, message, cause.message);
        });
        ${program}
        void Promise.reject(new Error('of one exchange'));
        await setTimeout(10);
        console.log('still running');
      `,
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { lines: stdout.split('\n').filter(Boolean), status };
}

it('a rejected promise that nobody handles is logged and does not end the process', () => {
  expect(run('')).toEqual({
    lines: ['error A rejected promise was not handled. of one exchange', 'still running'],
    status: 0,
  });
});

it('such a promise ends the process again when the gateway has ended', () => {
  expect(run('end();')).toEqual({ lines: [], status: 1 });
});
