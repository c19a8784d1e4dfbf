import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedKeyView } from '@parley/admin';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;
let key: string;

beforeAll(async () => {
  cli = createCliFolder();
  cli.write(
    'parley.yaml',
    `
groups:
  default: {}
  team: { fingerprint: fp, multiplier: 1.25, models: [echo] }
`,
  );
  key = (await cli.callJson<CreatedKeyView>('keys', 'create', '--groups', 'team')).id;
});

afterAll(() => cli.remove());

describe('parley groups', () => {
  it('lists them', async () => {
    expect(await cli.callJson('groups', 'list')).toMatchObject([
      { name: 'default', fingerprint: null, multiplier: 1_000_000, managed: 'file' },
      { name: 'team', fingerprint: 'fp', models: 1 },
    ]);
    expect((await cli.call(['groups', 'list'])).stdout).toMatch(
      /^team +fp +messages +1\.25 +1 +file$/m,
    );
  });

  it('shows one, also the built-in one', async () => {
    expect(await cli.callJson('groups', 'show', 'team')).toMatchObject({
      configuration: { models: ['echo'] },
    });
    const other = createCliFolder();
    try {
      expect(await other.callJson('groups', 'show', 'default')).toMatchObject({
        managed: 'built in',
      });
    } finally {
      await other.remove();
    }
  });

  it('suggests the nearest name', async () => {
    const { code, stderr } = await cli.call(['groups', 'show', 'teem']);
    expect([code, stderr]).toEqual([4, 'parley: There is no group "teem". Did you mean team?\n']);
  });
});

describe('parley groups of the store', () => {
  const cliOf = async (work: (own: CliFolder) => Promise<void>) => {
    const own = createCliFolder();
    try {
      await work(own);
    } finally {
      await own.remove();
    }
  };

  it('are declared, changed and deleted, and keys may be bound to them', () =>
    cliOf(async (own) => {
      const words = ['--models', 'echo, demo/*', '--fingerprint', 'fp', '--multiplier', '1.5'];
      const tiers = ['--tiers', 'opus=echo:high,haiku=demo/echo'];
      const may = ['--holders-may-rotate', 'yes'];
      expect(
        await own.callJson('groups', 'create', 'team', ...words, ...tiers, ...may),
      ).toMatchObject({
        managed: 'store',
        configuration: {
          holders_may_rotate: true,
          models: ['echo', 'demo/*'],
          multiplier: 1.5,
          tiers: [
            { match: 'tier', tier: 'opus', to: 'echo', effort: 'high' },
            { match: 'tier', tier: 'haiku', to: 'demo/echo' },
          ],
        },
      });
      const { id } = await own.callJson<CreatedKeyView>('keys', 'create', '--groups', 'team');
      expect((await own.call(['groups', 'create', 'team'])).code).toBe(5);
      expect(
        await own.callJson('groups', 'change', 'team', '--multiplier', '1', '--tiers', ''),
      ).toMatchObject({ configuration: { fingerprint: 'fp', multiplier: 1, tiers: [] } });
      expect((await own.call(['groups', 'delete', 'team'])).code).toBe(5);
      await own.call(['keys', 'delete', id]);
      expect((await own.call(['groups', 'delete', 'team'])).code).toBe(0);
      expect((await own.call(['groups', 'change', 'team', '--multiplier', '2'])).code).toBe(4);
    }));

  it.each([
    [['groups', 'create', 'x', '--multiplier', 'much'], 1, 'multiplier'],
    [
      ['groups', 'create', 'x', '--tiers', 'opus'],
      1,
      "argument 'opus' is invalid. Use opus=gpt-5 or",
    ],
    [['groups', 'create', 'x', '--tiers', 'giant=echo'], 1, 'tiers.0.tier'],
    [['groups', 'create', 'x', '--family', 'none'], 1, 'family'],
    [['groups', 'create', 'x', '--holders-may-rotate', 'maybe'], 1, 'Allowed choices are yes, no.'],
    [['groups', 'change', 'default'], 4, 'There is no such group'],
  ])('refuse %j', (words, code, message) =>
    cliOf(async (own) => {
      const result = await own.call(words);
      expect(result.code).toBe(code);
      expect(result.stderr).toContain(message);
    }),
  );

  it('cannot change the groups of the file', async () => {
    const { code, stderr } = await cli.call(['groups', 'change', 'team', '--multiplier', '2']);
    expect([code, stderr]).toEqual([
      5,
      'parley: The configuration file declares this group; change it there.\n',
    ]);
  });
});

describe('parley models', () => {
  it('lists what a key may call', async () => {
    const names = await cli.callJson<{ name: string }[]>('models', '--key', key);
    expect(names.map(({ name }) => name)).toContain('echo');
    expect(names.map(({ name }) => name)).not.toContain('lorem');
    expect((await cli.call(['models'])).stdout).toMatch(/^demo\/lorem .* free +free$/m);
  });

  it('lists what the keys of a group may call', async () => {
    const { stdout } = await cli.call(['models', '--group', 'team']);
    expect(stdout).toMatch(/^fp\/echo +echo/m);
    expect(stdout).not.toContain('lorem');
    expect(await cli.call(['models', '--group', 'nobody'])).toMatchObject({ code: 4, stdout: '' });
    expect(await cli.call(['models', '--group', 'team', '--key', key])).toMatchObject({ code: 1 });
  });

  it('explains how a name is resolved, or why it is not', async () => {
    const found = await cli.callJson('models', '--key', key, '--why', 'echo');
    expect(found).toMatchObject({ found: true, group: 'team', targets: [{ upstream: 'demo' }] });
    const missing = await cli.call(['models', '--key', key, '--why', 'lorem']);
    expect(missing.code).toBe(4);
    expect(missing.stdout).toMatch(/\S/);
  });

  it('explains how a name is resolved in a group', async () => {
    const { code, stdout } = await cli.call(['models', '--group', 'team', '--why', 'lorem']);
    expect([code, stdout]).toEqual([4, expect.stringContaining('The group team may not use')]);
    expect((await cli.call(['models', '--why', 'demo/lorem'])).stdout).toContain(
      'Tried as number 1: demo/lorem.',
    );
  });

  it('refuses a key that does not exist, and an empty name', async () => {
    expect(await cli.call(['models', '--key', 'nobody'])).toMatchObject({ code: 4, stdout: '' });
    expect(await cli.call(['models', '--key', key, '--why', ''])).toMatchObject({ code: 1 });
  });

  it('reports an upstream that does not list its models', async () => {
    const variables = {
      OLLAMA_HOST: 'http://127.0.0.1:9',
      OPENAI_API_KEY: 'a',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    };
    const { code, stderr } = await cli.call(['models'], variables);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'The models of the upstream openai could not be listed: the connection failed.',
    );
  });
});
