import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('parley tokens', () => {
  it('shows a token once, and deletes it', async () => {
    const created = await cli.call(['tokens', 'create', '--name', 'ada', '--role', 'admin']);
    expect(created.stdout).toMatch(/^parley-admin-\w+\n$/);
    const [token] = await cli.callJson<{ id: string }[]>('tokens', 'list');
    expect(token).toMatchObject({ name: 'ada', role: 'admin' });
    expect((await cli.call(['tokens', 'list'])).stdout).not.toContain(created.stdout.trim());
    expect(await cli.call(['tokens', 'delete', token?.id ?? ''])).toMatchObject({ code: 0 });
    expect(await cli.callJson('tokens', 'list')).toEqual([]);
    expect(await cli.call(['tokens', 'list'])).toMatchObject({
      stdout: '',
      stderr: 'There are no admin tokens yet. Create one: parley tokens create --role admin\n',
    });
  });

  it('refuses an unknown role and an unknown token', async () => {
    expect(await cli.call(['tokens', 'create', '--role', 'king'])).toMatchObject({
      code: 1,
      stdout: '',
    });
    expect(await cli.call(['tokens', 'delete', 'nobody'])).toMatchObject({ code: 4 });
  });
});
