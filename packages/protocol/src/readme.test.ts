import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${home}/README.md`, 'utf8');
const examples = Array.from(
  readme.matchAll(/## (.+)\n\n(?:[^#`]+\n\n)?```ts\n([^]*?)```/g),
  (match) => ({
    title: match[1],
    code: match[2] ?? '',
  }),
);

/** Runs code as a reader would, with the package under its own name. */
function run(code: string): string {
  const flags = ['--conditions=parley-source', '--input-type=module-typescript'];
  const { stdout, stderr } = spawnSync(process.execPath, flags, {
    cwd: home,
    input: code,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return stdout + stderr;
}

describe('the README', () => {
  it('has an example for each feature it lists', () => {
    expect(examples).toHaveLength(11);
  });

  it.each(examples)('prints the stated output: $title', ({ code }) => {
    const promised = Array.from(code.matchAll(/^\/\/ → (.*)$/gm), (match) => match[1]);
    expect(promised.length).toBeGreaterThan(0);
    expect(run(code).trimEnd().split('\n')).toEqual(promised);
  });
});
