import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('parley console', () => {
  it('fails when there is no admin token to sign in as', async () => {
    await cli.call(['tokens', 'create', '--role', 'viewer']);
    const { code, stdout, stderr } = await cli.call(['console']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('with the role admin, and there is none');
    expect(stderr).toContain('parley tokens create --role admin');
  });

  it('prints a new link each time, for this machine or another address', async () => {
    await cli.call(['tokens', 'create', '--role', 'admin']);
    const first = await cli.call(['console']);
    expect(first.stdout).toMatch(/^http:\/\/127\.0\.0\.1:8787\/console#t=parley-link-\w{49}\n$/);
    const other = await cli.call(['console', '--url', 'https://parley.example.org/']);
    expect(other.stdout).toMatch(/^https:\/\/parley\.example\.org\/console#t=parley-link-\w+\n$/);
    expect(other.stdout.slice(-20)).not.toBe(first.stdout.slice(-20));
    expect((await cli.call(['console', '--url', 'nonsense'])).code).toBe(1);
  });

  it('prints no link when the configuration turns the console off', async () => {
    const file = cli.write('off.yaml', 'console: false\n');
    const { code, stdout, stderr } = await cli.call(['console', '--config', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('console: false');
  });
});
