import { describeAdminSecret } from '@parley/core';
import { configurationSchema, readSecretKeys } from '@parley/core/extension';
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
    expect(readSecretKeys(stdout.trim())).toHaveLength(1);
  });

  it('generates a secret that a webhook accepts', async () => {
    const { stdout } = await cli.call(['generate', 'webhook-secret']);
    const ops = { url: 'https://hooks.test/ops', secret: stdout.trim() };
    const { error } = configurationSchema.safeParse({ alerts: { webhooks: { ops } } });
    expect(error).toBeUndefined();
  });
});
