import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import * as testkit from './index.ts';

const folder = new URL('..', import.meta.url);
const readme = await readFile(new URL('README.md', folder), 'utf8');

it('runs the example and prints the documented output', async () => {
  const code = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=parley-source', '--input-type=module', '--eval', code],
    { cwd: fileURLToPath(folder), timeout: 30_000 },
  );
  expect(readme).toContain(`This prints \`${stdout.trim()}\``);
});

it('names only behaviours that are exported', () => {
  const table = readme.slice(readme.indexOf('| Theme'), readme.indexOf('TLS that nobody'));
  const named = [...table.matchAll(/`(\w+)(?:\(…steps\))?`/g)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => !(name in testkit))).toEqual([]);
});
