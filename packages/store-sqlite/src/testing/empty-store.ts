/** Files of empty SQLite stores, for tests: to copy one takes a tenth of the time of creating its tables. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '../sqlite-store.ts';

let content: Promise<Buffer> | undefined;

/** Writes the file of a store that has its tables and no records. */
export async function writeEmptyStore(path: string): Promise<void> {
  content ??= createContent();
  await writeFile(path, await content);
}

async function createContent(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
  const path = join(folder, 'parley.db');
  const store = await createSqliteStore({ path });
  await store.close();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}
