import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('parley accounts', () => {
  it('creates one, gives it money and takes some back', async () => {
    const created = await cli.call([
      'accounts',
      'create',
      '--name',
      'Team A',
      '--id',
      'team-a',
      '--prepaid',
      '--models',
      'echo',
    ]);
    expect(created).toEqual({ code: 0, stdout: 'team-a\n', stderr: '' });
    const topUp = ['accounts', 'top-up', 'team-a', '100', '--reference', 'invoice-7'];
    expect(await cli.callJson(...topUp)).toMatchObject({ kind: 'top-up', amount: '100' });
    await cli.callJson('accounts', 'adjust', 'team-a', '-12.5', '--note', 'Goodwill');
    expect(await cli.callJson('accounts', 'show', 'team-a')).toMatchObject({
      granted: '87.5',
      free: '87.5',
      prepaid: true,
      models: ['echo'],
    });
    expect((await cli.call(['accounts', 'list'])).stdout).toMatch(
      /^team-a +\$87\.5 .*prepaid +Team A$/m,
    );
  });

  it('gives the same money only once', async () => {
    const topUp = ['accounts', 'top-up', 'default', '5', '--reference', 'once'];
    expect(await cli.call(topUp)).toMatchObject({ code: 0 });
    await cli.call(topUp);
    expect(await cli.callJson('accounts', 'show', 'default')).toMatchObject({ granted: '5' });
  });

  it('changes and deletes', async () => {
    await cli.call(['accounts', 'create', '--name', 'B', '--id', 'b', '--prepaid']);
    const changed = await cli.callJson('accounts', 'change', 'b', '--no-prepaid', '--disabled');
    expect(changed).toMatchObject({ prepaid: false, disabled: true });
    expect(await cli.call(['accounts', 'delete', 'b'])).toMatchObject({ code: 0 });
    expect(await cli.callJson('accounts', 'list')).toHaveLength(2);
  });

  it.each([
    [['show', 'nobody'], 4, 'There is no such account.'],
    [['create', '--name', 'A', '--id', 'default'], 5, ''],
    [['delete', 'default'], 5, ''],
    [['top-up', 'default', '-5'], 1, 'amount'],
    [['top-up', 'default', 'lots'], 1, 'amount'],
    [['adjust', 'default', '-1000000'], 1, ''],
  ])('refuses %j with code %i', async (words, code, message) => {
    const result = await cli.call(['accounts', ...words]);
    expect(result.stderr).toMatch(/^parley: \S[^\n]*\n$/);
    expect(result.stderr).toContain(message);
    expect([result.code, result.stdout]).toEqual([code, '']);
  });
});
