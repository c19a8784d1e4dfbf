import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseName, secretKeyName } from './data-folder.ts';
import { openEmbeddedStore } from './embedded-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Opens and closes the store. Returns what was logged, and whether the database counts as new. */
async function open() {
  const log: string[] = [];
  const opened = await openEmbeddedStore({ PARLEY_DATA: folder }, (level, message, fields) =>
    log.push(`${level} ${message} ${JSON.stringify(fields)}`),
  );
  await opened.store.close();
  return { log: log.join('\n'), isNew: opened.isNew };
}

async function openKey(environment: Readonly<Record<string, string>> = {}) {
  const opened = await openEmbeddedStore({ PARLEY_DATA: folder, ...environment }, () => {});
  await opened.store.close();
  return opened.secretKey;
}

describe('the database in the data folder', () => {
  it('is new without a warning in a folder that was never used', async () => {
    writeFileSync(join(folder, 'parley.yaml'), '');
    expect(await open()).toEqual({ log: '', isNew: true });
    expect(await open()).toEqual({ log: '', isNew: false });
  });

  it.each(['first-secrets.env', 'parley.db-wal', 'outbox', 'spool'])(
    'is new with a warning when it is missing beside %s',
    async (name) => {
      if (name.includes('.')) writeFileSync(join(folder, name), '');
      else mkdirSync(join(folder, name));
      const { log, isNew } = await open();
      expect(isNew).toBe(true);
      expect(log).toContain('warn The database starts empty');
      expect(log).toContain(`"file":"missing","found":["${name}"]`);
      expect(log).toContain('restore a backup');
    },
  );

  it('is new with a warning when its file is empty', async () => {
    writeFileSync(join(folder, databaseName), '');
    const { log, isNew } = await open();
    expect(isNew).toBe(true);
    expect(log).toContain('"file":"empty"');
  });

  it('is not new and without a warning when another process has just created its file', async () => {
    writeFileSync(join(folder, databaseName), '');
    const opening = open();
    const other = await openEmbeddedStore({ PARLEY_DATA: `${folder}/other` }, () => {});
    await other.store.close();
    copyFileSync(join(folder, 'other', databaseName), join(folder, databaseName));
    expect(await opening).toEqual({ log: '', isNew: false });
  });
});

it('a database that the system does not give out is one sentence, not a bug', async () => {
  symlinkSync(databaseName, join(folder, databaseName));
  await expect(open()).rejects.toMatchObject({
    name: 'StoreUnavailableError',
    message: expect.stringMatching(/^The database file .*cannot be opened: ELOOP/) as unknown,
  });
});

describe('the secret key in the data folder', () => {
  it('is created with the database and then stays the same', async () => {
    const key = await openKey();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await openKey()).toBe(key);
  });

  it('is not created beside an older database, whose responses were stored without', async () => {
    await open();
    rmSync(join(folder, secretKeyName));
    expect(await openKey()).toBeUndefined();
  });

  it('is not created or read where the environment has one', async () => {
    expect(await openKey({ PARLEY_SECRET_KEY: 'ab'.repeat(32) })).toBeUndefined();
    expect(existsSync(join(folder, secretKeyName))).toBe(false);
  });
});
