import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationSchema, createAdminSecret, hashSecret, type Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataFolder,
  databaseName,
  findDataFolder,
  secretsFileName,
} from '../disk/data-folder.ts';
import { writeSecretsFile } from '../disk/first-secrets-file.ts';
import { acceptAdminToken, chooseGroup, createFirstSecrets } from './first-secrets.ts';

const configuration = configurationSchema.parse({});
let root: string;
let folder: string;
let store: Store;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'parley-first-'));
  folder = findDataFolder({ XDG_DATA_HOME: root });
  createDataFolder(folder);
  store = await createSqliteStore({ path: join(folder, databaseName) });
});

afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true });
});

/** The secrets that a start creates. */
async function create(environment = {}) {
  const first = await createFirstSecrets(store, { configuration, environment });
  return first.state === 'created' ? first.secrets : undefined;
}

describe('two gateways that start on one new store at the same moment', () => {
  async function startBoth(environment = {}) {
    const other = await createSqliteStore({ path: join(folder, databaseName) });
    const keep = writeSecretsFile.bind(undefined, folder);
    try {
      return await Promise.all(
        [store, other].map((each) =>
          createFirstSecrets(each, { configuration, environment, keep }),
        ),
      );
    } finally {
      await other.close();
    }
  }

  it('create one key and one admin token, which are in the file', async () => {
    const starts = await startBoth();
    expect(starts.map(({ state }) => state).sort()).toEqual(['elsewhere', 'kept']);
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
    expect(await store.listAdminTokens()).toHaveLength(1);
    const files = readdirSync(folder).filter((name) => name.startsWith(secretsFileName));
    expect(files).toEqual([secretsFileName]);
    const text = readFileSync(join(folder, secretsFileName), 'utf8');
    const [, secret = ''] = /^PARLEY_KEY=(.*)$/m.exec(text) ?? [];
    expect(await store.findKey(await hashSecret(secret))).toBeDefined();
  });

  it('accept the token that the operator chose', async () => {
    const { secret, hash } = await createAdminSecret();
    const starts = await startBoth({ PARLEY_ADMIN_TOKEN: secret });
    expect(starts.map(({ state }) => state).sort()).toEqual(['elsewhere', 'kept']);
    expect(await store.listAdminTokens()).toMatchObject([{ id: 'environment', hash }]);
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
  });

  it('accept a new token of the operator', async () => {
    await create();
    const { secret, hash } = await createAdminSecret();
    const other = await createSqliteStore({ path: join(folder, databaseName) });
    const both = [store, other].map((each) =>
      acceptAdminToken(each, { PARLEY_ADMIN_TOKEN: secret }),
    );
    expect(await Promise.all(both)).toEqual([true, true]);
    await other.close();
    expect(await store.findAdminToken(hash)).toBeDefined();
  });
});

describe('a first start', () => {
  it('creates its data folder for the owner only', () => {
    expect(folder).toBe(join(root, 'parley'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('creates a key and an admin token, and stores their hashes only', async () => {
    const secrets = await create();
    expect(secrets?.key).toMatch(/^sk-parley-\w{49}$/);
    const found = await store.findKey(await hashSecret(secrets?.key ?? ''));
    expect(found?.key).toMatchObject({ groups: ['default'], disabled: false });
    const token = await store.findAdminToken(await hashSecret(secrets?.adminToken ?? ''));
    expect(token).toBeDefined();
  });

  it('creates them once', async () => {
    await create();
    expect(await create()).toBeUndefined();
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
  });

  it('keeps them before the store knows them, and makes none where they cannot be kept', async () => {
    const keep = () => undefined;
    const first = await createFirstSecrets(store, { configuration, environment: {}, keep });
    expect(first).toEqual({ state: 'none' });
    expect(await store.listKeys({ limit: 10 })).toEqual([]);
    expect(await store.listAdminTokens()).toEqual([]);
  });

  it('leaves neither of them in the database', async () => {
    const secrets = await create();
    await store.close();
    const bytes = readFileSync(join(folder, databaseName)).toString('latin1');
    expect(bytes).toContain('first key');
    expect(bytes).not.toContain(secrets?.key);
    expect(bytes).not.toContain(secrets?.adminToken);
    store = await createSqliteStore({ path: join(folder, databaseName) });
  });
});

describe('an admin token that the operator sets', () => {
  const accept = (PARLEY_ADMIN_TOKEN?: string) => acceptAdminToken(store, { PARLEY_ADMIN_TOKEN });
  const isKnown = async (secret: string) =>
    (await store.findAdminToken(await hashSecret(secret))) !== undefined;

  it.each(['admin', 'parley-admin-', 'sk-parley-1234'])('is refused as %j', async (secret) => {
    await expect(accept(secret)).rejects.toThrow('parley generate admin-token');
    expect(await store.listAdminTokens()).toEqual([]);
  });

  it('works for the admin API, and no other token is created or shown', async () => {
    const { secret } = await createAdminSecret();
    const secrets = await create({ PARLEY_ADMIN_TOKEN: secret });
    expect(secrets).toEqual({ key: expect.stringMatching(/^sk-parley-/) as string });
    expect(await isKnown(secret)).toBe(true);
    expect(await store.listAdminTokens()).toHaveLength(1);
  });

  it('replaces the previous one', async () => {
    const [before, after] = await Promise.all([createAdminSecret(), createAdminSecret()]);
    expect(await accept(before.secret)).toBe(true);
    expect(await accept(before.secret)).toBe(true);
    expect(await accept(after.secret)).toBe(true);
    expect(await isKnown(before.secret)).toBe(false);
    expect(await isKnown(after.secret)).toBe(true);
  });

  it('is none where the variable is not set or empty', async () => {
    expect(await accept()).toBe(false);
    expect(await accept('')).toBe(false);
  });
});

describe('the data folder', () => {
  it.each([
    [{ PARLEY_DATA: '/a', XDG_DATA_HOME: '/b' }, '/a'],
    [{ XDG_DATA_HOME: '/b' }, '/b/parley'],
  ])('is chosen from %o', (environment, expected) => {
    expect(findDataFolder(environment)).toBe(expected);
  });

  it('is in the home folder otherwise', () => {
    expect(findDataFolder({})).toMatch(/\.local\/share\/parley$/);
  });
});

describe('the first key', () => {
  it.each([
    [{}, 'default'],
    [{ default: {}, work: {} }, 'default'],
    [{ work: {}, home: {} }, 'work'],
  ])('is bound to a group that exists in %o', (groups, expected) => {
    expect(chooseGroup(configurationSchema.parse({ groups }))).toBe(expected);
  });
});
