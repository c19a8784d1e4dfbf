import { describeAdminSecret } from '@parley/core';
import { readSecretKey } from '@parley/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('parley generate', () => {
  it('generates an admin token without storing it', async () => {
    const { stdout } = await cli.call(['generate', 'admin-token']);
    expect(await describeAdminSecret(stdout.trim())).toBeDefined();
    expect(await cli.callJson('tokens', 'list')).toEqual([]);
  });

  it('generates a secret key that a gateway accepts', async () => {
    const { stdout } = await cli.call(['generate', 'secret-key']);
    expect(readSecretKey(stdout.trim())).toHaveLength(32);
  });
});
