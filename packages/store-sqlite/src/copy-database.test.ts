import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnavailableError } from '@parley/core/store';
import { addSampleKey, sampleHash } from '@parley/store-suite';
import { expect, it, onTestFinished } from 'vitest';
import { copyDatabase } from './copy-database.ts';
import { createSqliteStore } from './sqlite-store.ts';
import { temporaryPath } from './testing/temporary-store.ts';

async function openStore(path: string) {
  const store = await createSqliteStore({ path });
  onTestFinished(() => store.close());
  return store;
}

it('a file that is not empty is not overwritten', async () => {
  const path = await temporaryPath();
  await openStore(path);
  const target = `${path}.copy`;
  await writeFile(target, 'the only copy');
  await expect(copyDatabase(path, target)).rejects.toBeInstanceOf(StoreUnavailableError);
  expect(await readFile(target, 'utf8')).toBe('the only copy');
});

it('a copy has what was written before, nothing that was written later, and no file beside it', async () => {
  const path = await temporaryPath();
  const store = await openStore(path);
  const target = `${path}.copy`;
  await addSampleKey(store, 1);
  await writeFile(target, '');
  const bytes = await copyDatabase(path, target);
  await addSampleKey(store, 2);
  expect((await stat(target)).size).toBe(bytes);
  expect((await readdir(dirname(path))).filter((name) => name.includes('copy'))).toHaveLength(1);
  const copy = await openStore(target);
  expect(await copy.findKey(sampleHash(1))).toBeDefined();
  expect(await copy.findKey(sampleHash(2))).toBeUndefined();
});
