import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createSecretCipher,
  credentialContext,
  decodeEntities,
  headerContext,
  readSecretKeys,
} from '@parley/core/extension';
import { createSqliteStore } from '@parley/store-sqlite';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

const [old, current, other] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)] as const;

let cli: CliFolder;
beforeEach(() => {
  cli = createCliFolder();
});
afterEach(() => cli.remove());

const openStore = () => createSqliteStore({ path: join(cli.path, 'data', 'parley.db') });

/** Puts an upstream into the store, its secrets encrypted with a key. */
async function storeUpstream(name: string, key: string): Promise<void> {
  const cipher = createSecretCipher(readSecretKeys(key));
  const store = await openStore();
  const body = {
    provider: 'openai',
    base_url: 'http://127.0.0.1:9/v1',
    sealed_credential: await cipher.encrypt('no-real-credential', credentialContext(name)),
    sealed_headers: { 'X-Team': await cipher.encrypt('ours', headerContext(name, 'X-Team')) },
  };
  await store.saveEntity({ kind: 'upstream', name, body: JSON.stringify(body), updatedAt: 7 });
  await store.close();
}

const reencrypt = (keys: string) => cli.call(['reencrypt', '--json'], { PARLEY_SECRET_KEY: keys });

/** The upstreams whose secrets a key decrypts. */
async function listReadable(key: string): Promise<readonly string[]> {
  const store = await openStore();
  const { entities: records } = await store.readEntities();
  await store.close();
  const { entities } = await decodeEntities(records, createSecretCipher(readSecretKeys(key)));
  return entities.map(({ name }) => name);
}

describe('parley reencrypt', () => {
  beforeEach(() => cli.call(['keys', 'create'], { PARLEY_SECRET_KEY: old }));

  it('makes the earlier secret key superfluous', async () => {
    await storeUpstream('ours', old);
    expect(await listReadable(current)).toEqual([]);
    const { code, stdout } = await reencrypt(`${current},${old}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ encrypted: ['ours'], unreadable: [] });
    expect(await listReadable(current)).toEqual(['ours']);
    expect(await listReadable(old)).toEqual([]);
  });

  it('leaves what no key decrypts as it is, and says so', async () => {
    await storeUpstream('theirs', other);
    await storeUpstream('ours', old);
    const { code, stdout, stderr } = await reencrypt(`${current} ${old}`);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ encrypted: ['ours'], unreadable: ['theirs'] });
    expect(stderr).toContain('None of the secret keys decrypts: theirs.');
    expect(await listReadable(other)).toEqual(['theirs']);
  });

  it('needs a secret key', async () => {
    const { code, stderr } = await cli.call(['reencrypt']);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no secret key: set PARLEY_SECRET_KEY.');
  });
});
