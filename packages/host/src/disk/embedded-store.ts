/** Opens the embedded store in the data folder, with its secret key. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailableError, type Logger, type Store } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';
import type { OpenedStore } from '../store/open-store.ts';
import { logUpgrades } from '../store/upgrade-log.ts';
import {
  createDataFolder,
  databaseName,
  earlierOutboxName,
  findDataFolder,
  outboxName,
  secretsFileName,
} from './data-folder.ts';
import { createSecretKeyFile, readSecretKeyFile } from './secret-key-file.ts';

/** What a gateway leaves beside its database. A configuration file may be there before the first start. */
const traces = [
  `${databaseName}-wal`,
  `${databaseName}-shm`,
  secretsFileName,
  outboxName,
  earlierOutboxName,
];

/** What gateways have left in the data folder beside its database, by name; nothing before the first start. */
export function findTraces(folder: string): readonly string[] {
  return traces.filter((name) => existsSync(join(folder, name)));
}

/** The path of the database in the data folder, and whether there is one. @throws StoreUnavailableError */
export function findEmbeddedStore(environment: Environment): {
  readonly path: string;
  readonly exists: boolean;
} {
  const path = join(findDataFolder(environment), databaseName);
  return { path, exists: Boolean(measure(path)) };
}

/** The size of a database; `undefined` where there is none. @throws StoreUnavailableError */
function measure(path: string): number | undefined {
  let size: number | undefined;
  prepare(`The database file ${path} cannot be opened`, () => {
    size = statSync(path, { throwIfNoEntry: false })?.size;
  });
  return size;
}

/** How often the size of an empty database is read, and the pause between, in milliseconds. */
const sizeReads = { most: 20, pauseMs: 50 };

/** The same for a database that another process may create at this moment: it is empty until its first page is written. */
async function measureFilled(path: string): Promise<number | undefined> {
  let size = measure(path);
  for (let reads = 1; size === 0 && reads < sizeReads.most; reads += 1) {
    await setTimeout(sizeReads.pauseMs);
    size = measure(path);
  }
  return size;
}

/**
 * Opens the file and creates it when it is missing. If there are signs that there was one before, that is
 * logged: what was in it, such as keys and balances, is gone. A new store gets a secret key, unless the environment
 * has one; an older store is left without, because what it holds was stored without.
 * @throws StoreUnavailableError when the folder cannot be created or the file cannot be opened
 * @throws StoreVersionError as `openFile`; by default also for tables of an earlier version
 * @throws ConfigurationError when the file with the secret key holds none
 */
export async function openEmbeddedStore(
  environment: Environment,
  log: Logger,
  openFile: OpenFile = openDirectly,
): Promise<OpenedStore> {
  const folder = findDataFolder(environment);
  const path = join(folder, databaseName);
  prepare(`The data folder ${folder} cannot be created`, () => createDataFolder(folder));
  // First the traces: a process that starts at the same moment leaves them after it has created the database.
  const found = findTraces(folder);
  const size = await measureFilled(path);
  if (size === 0 || (size === undefined && found.length > 0)) {
    log('warn', 'The database starts empty, although its folder was in use before.', {
      path,
      file: size === 0 ? 'empty' : 'missing',
      found,
      advice: 'If there were keys or balances, stop the gateway and restore a backup.',
    });
  }
  const isNew = !size;
  // Before the database: a process that finds the database finds the key as well.
  const secretKey = environment['PARLEY_SECRET_KEY'] ? undefined : takeSecretKey(folder, isNew);
  return { store: await openFile(path, log), description: path, isNew, secretKey };
}

function takeSecretKey(folder: string, isNew: boolean): string | undefined {
  if (isNew) {
    prepare(`The data folder ${folder} cannot be written`, () => createSecretKeyFile(folder));
  }
  return readSecretKeyFile(folder);
}

/** Opens the database file at a path. */
export type OpenFile = (path: string, log: Logger) => Promise<Store>;

/**
 * For commands: a thread would take longer to start than most of them work. They do not upgrade the tables, which a
 * gateway of an earlier version may still use.
 */
async function openDirectly(path: string): Promise<Store> {
  const { createSqliteStore } = await import('@parley/store-sqlite');
  return createSqliteStore({ path, upgrades: false });
}

/** For servers: SQL and the disk do not hold up running responses. */
export async function openInThread(path: string, log: Logger): Promise<Store> {
  const { createThreadedSqliteStore } = await import('@parley/store-sqlite/threaded');
  return createThreadedSqliteStore({
    path,
    onUpgrade: logUpgrades(log),
    onDeath: (cause, isReplaced) => {
      const rest = isReplaced ? 'another one takes its place' : 'the gateway must be restarted';
      log('error', `The thread of the database has ended; ${rest}.`, { path, cause });
    },
  });
}

/** @throws StoreUnavailableError with the problem and its reason when the work fails */
function prepare(problem: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreUnavailableError(`${problem}: ${reason}`, { cause });
  }
}
