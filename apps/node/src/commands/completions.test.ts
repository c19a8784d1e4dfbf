import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';

let cli: CliFolder;
beforeAll(() => {
  cli = createCliFolder();
});
afterAll(() => cli.remove());

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await cli.call(['complete', '--', ...words]);
  expect(code).toBe(0);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('parley completions', () => {
  it('completes commands, options and choices', async () => {
    expect(await complete('ke')).toEqual(['keys']);
    expect(await complete('keys', 'rot')).toEqual(['rotate']);
    expect(await complete('keys', 'create', '--quota')).toEqual(['--quota', '--quota-tokens']);
    expect(await complete('keys', 'create', '--json', '--na')).toEqual(['--name']);
    expect(await complete('completions', 'f')).toEqual(['fish']);
    expect(await complete('')).toContain('start');
    expect(await complete('comple')).toEqual(['completions']);
  });

  it('leaves values to the shell', async () => {
    expect(await complete('keys', 'create', '--name', '')).toEqual([]);
    expect(await complete('backup', 'copy')).toEqual([]);
  });

  it('works in bash', () => {
    const program = fileURLToPath(new URL('../cli.ts', import.meta.url));
    const script = `parley() { '${process.execPath}' --conditions=parley-source '${program}' "$@"; }
eval "$(parley completions bash)"
COMP_WORDS=(parley keys ro) COMP_CWORD=2
_parley
printf '%s|' "\${COMPREPLY[@]}"
complete -p parley`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['rotate|complete -o default -F _parley parley\n', '']);
  });

  it.each(['zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { stdout } = await cli.call(['completions', shell]);
    expect(stdout).toContain('parley complete -- ');
  });

  it('refuses other shells', async () => {
    const { code, stderr } = await cli.call(['completions', 'tcsh']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^parley: 'tcsh' is not a valid <shell>\. Allowed choices are bash, zsh, fish\.\n/,
    );
  });
});
