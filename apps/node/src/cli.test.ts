import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from './testing/cli-folder.ts';
import { version } from './version.ts';

/** Tests that need a separate process; other tests of the commands are in the folders of the commands. */
let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('the parley program', () => {
  it('names the Node that it needs on one that is too old', () => {
    const entry = join(import.meta.dirname, '..', 'public', 'cli.js');
    const old = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });';
    const preload = `data:text/javascript,${encodeURIComponent(old)}`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, entry, 'doctor'], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('parley: Node 22.13 or newer is needed, and this is Node 20.20.2.\n');
    expect(status).toBe(1);
  });

  it('prints its version', async () => {
    expect(await cli.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('prints help without colours when there is no terminal', async () => {
    const { code, stdout, stderr } = await cli.run(['start', '--help'], { FORCE_COLOR: '' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--log-level');
    expect(stdout).toContain('Examples:\n  parley start --port 9000');
    expect(stdout).not.toContain('\u001b');
  });

  it('refuses an unknown option', async () => {
    expect(await cli.run(['keys', 'list', '--jsn'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        "parley: unknown option '--jsn'\n(Did you mean --json?)\nTry: parley keys list --help\n",
    });
  });

  it('writes a new secret alone to standard output, and asks nothing', async () => {
    const { code, stdout, stderr } = await cli.run(['keys', 'create', '--name', 'laptop']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^sk-parley-\w{49}\n$/)]);
    expect(stderr).toMatch(/^The secret is shown only this once\. The id of the key is \S+\.\n$/);
  });

  it.each([[['keys', 'list']], [['start']], [['logs']]])(
    'ends with 2 when the configuration is faulty: %j',
    async (words) => {
      const path = cli.write('faulty.yaml', 'groups:\n  a: {famly: messages}\n');
      const { code, stdout, stderr } = await cli.run([...words, '--config', 'faulty.yaml']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        `parley: the configuration cannot be used\n${path}:2:7  groups.a.famly\n`,
      );
    },
  );

  it('ends with 2 when the admin token of the environment is none, although it listened', async () => {
    const environment = { PARLEY_ADMIN_TOKEN: 'sesame', PARLEY_PORT: '0' };
    const { code, stderr } = await cli.run(['start'], environment);
    expect(code).toBe(2);
    expect(stderr).toContain('PARLEY_ADMIN_TOKEN');
  });
});
