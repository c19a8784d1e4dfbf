import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationSchema, hashSecret, type Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataFolder, databaseName, findDataFolder } from './data-folder.ts';
import { chooseGroup, createFirstSecrets } from './first-secrets.ts';

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

describe('a first start', () => {
  it('keeps its data where only the owner looks', () => {
    expect(folder).toBe(join(root, 'parley'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('makes a key and an admin token that the store knows by their hashes', async () => {
    const secrets = await createFirstSecrets(store, configuration);
    expect(secrets?.key).toMatch(/^sk-parley-\w{49}$/);
    const found = await store.findKey(await hashSecret(secrets?.key ?? ''));
    expect(found?.key).toMatchObject({ groups: ['default'], disabled: false });
    const token = await store.findAdminToken(await hashSecret(secrets?.adminToken ?? ''));
    expect(token).toBeDefined();
  });

  it('makes them once', async () => {
    await createFirstSecrets(store, configuration);
    expect(await createFirstSecrets(store, configuration)).toBeUndefined();
    expect(await store.listKeys({ limit: 10 })).toHaveLength(1);
  });

  it('leaves neither of them on disk', async () => {
    const secrets = await createFirstSecrets(store, configuration);
    await store.close();
    const bytes = readFileSync(join(folder, databaseName)).toString('latin1');
    expect(bytes).toContain('first key');
    expect(bytes).not.toContain(secrets?.key);
    expect(bytes).not.toContain(secrets?.adminToken);
    store = await createSqliteStore({ path: join(folder, databaseName) });
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
