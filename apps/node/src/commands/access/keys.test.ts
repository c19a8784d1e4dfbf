import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedKeyView, KeyView } from '@parley/admin';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('parley keys', () => {
  it('reports an empty list on standard error', async () => {
    expect(await cli.call(['keys', 'list'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no keys yet. Create one: parley keys create\n',
    });
    expect(await cli.callJson('keys', 'list')).toEqual([]);
  });

  it('creates a key whose secret is shown once, alone on standard output', async () => {
    const created = await cli.call(['keys', 'create', '--name', 'laptop', '--expires', '30']);
    expect([created.code, created.stdout]).toEqual([
      0,
      expect.stringMatching(/^sk-parley-\w{49}\n$/),
    ]);
    const id = /The id of the key is (\S+)\./.exec(created.stderr)?.[1] ?? '';
    const table = await cli.call(['keys', 'list']);
    expect(table.stdout).toMatch(new RegExp(`^${id} .* default .* active .*laptop$`, 'm'));
    const later = [
      table,
      await cli.call(['keys', 'show', id]),
      await cli.call(['keys', 'list', '--json']),
    ];
    for (const { stdout } of later) expect(stdout).not.toContain(created.stdout.trim());
  });

  it('accepts every limit', async () => {
    const limits = [
      '--quota',
      '50',
      '--quota-tokens',
      '1000',
      '--reset',
      'month',
      '--window-5h',
      '2.5',
    ];
    const rates = ['--rpm', '60', '--tpm', '9000', '--concurrency', '3', '--models', 'gpt-*, echo'];
    const places = ['--allow-from', '192.0.2.0/24,::1', '--deny-from', '192.0.2.7'];
    const key = await cli.callJson<CreatedKeyView>(
      'keys',
      'create',
      ...limits,
      ...rates,
      ...places,
    );
    expect(key).toMatchObject({
      models: ['gpt-*', 'echo'],
      allowed_from: ['192.0.2.0/24', '::1'],
      denied_from: ['192.0.2.7'],
      expires_at: null,
      limits: {
        quota: { amount: '50', tokens: 1000, reset: 'month' },
        windows: { '5h': '2.5' },
        requests_per_minute: 60,
        tokens_per_minute: 9000,
        concurrency: 3,
      },
    });
  });

  it('changes a key, and removes its limits', async () => {
    const { id } = await cli.callJson<CreatedKeyView>(
      ...[
        'keys',
        'create',
        '--models',
        'echo',
        '--rpm',
        '5',
        '--expires',
        '3',
        '--deny-from',
        '::1',
      ],
    );
    const named = await cli.callJson<KeyView>('keys', 'change', id, '--name', 'phone');
    expect(named).toMatchObject({
      name: 'phone',
      models: ['echo'],
      limits: { requests_per_minute: 5 },
    });
    const free = await cli.callJson<KeyView>(
      ...[
        'keys',
        'change',
        id,
        '--unlimited',
        '--models',
        '',
        '--deny-from',
        '',
        '--expires',
        'never',
      ],
    );
    expect(free).toMatchObject({ models: null, denied_from: null, expires_at: null });
    expect(free.limits.requests_per_minute).toBeNull();
  });

  it('gives a key another secret, which is shown once', async () => {
    const { id, secret } = await cli.callJson<CreatedKeyView>('keys', 'create');
    const rotated = await cli.call(['keys', 'rotate', id, '--overlap', '60']);
    expect(rotated.stdout).toMatch(/^sk-parley-\w{49}\n$/);
    expect(rotated.stdout.trim()).not.toBe(secret);
  });

  it('disables, enables and deletes', async () => {
    const { id } = await cli.callJson<CreatedKeyView>('keys', 'create');
    const status = async () => (await cli.callJson<KeyView>('keys', 'show', id)).status;
    await cli.call(['keys', 'disable', id]);
    expect(await status()).toBe('disabled');
    await cli.call(['keys', 'enable', id]);
    expect(await status()).toBe('active');
    await cli.call(['keys', 'delete', id]);
    expect(await cli.call(['keys', 'show', id])).toMatchObject({ code: 4, stdout: '' });
  });

  it.each([
    [['disable', 'nobody'], 4, 'There is no such key.'],
    [['change', 'nobody'], 1, 'There is nothing to change'],
    [['create', '--groups', 'nowhere'], 1, 'There is no group "nowhere"'],
    [['create', '--account', 'nobody'], 1, 'There is no account "nobody"'],
    [
      ['create', '--expires', 'soon'],
      1,
      "argument 'soon' is invalid. Use a number of days from 1 to 99999, or never.",
    ],
    [
      ['create', '--rpm', '0'],
      1,
      "option '--rpm <count>' argument '0' is invalid. Use a whole number of at least 1.",
    ],
    [
      ['create', '--quota', 'much'],
      1,
      "option '--quota <dollars>' argument 'much' is invalid. Use a number of dollars",
    ],
    [
      ['create', '--window-5h', '-1'],
      1,
      "option '--window-5h <dollars>' argument '-1' is invalid.",
    ],
    [['create', '--allow-from', 'home'], 1, 'allowed_from.0: Use an address or a range.'],
    [
      ['change', 'nobody', '--rpm', '1', '--unlimited'],
      1,
      '--unlimited cannot be combined with limits.',
    ],
  ])('refuses %j with code %i', async (words, code, message) => {
    const result = await cli.call(['keys', ...words]);
    expect(result.stderr).toContain(message);
    expect([result.code, result.stdout]).toEqual([code, '']);
  });
});
