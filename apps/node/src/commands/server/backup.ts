/** `parley backup`: copies the embedded database while gateways run. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Store } from '@parley/core';
import { StoreVersionError } from '@parley/core/store';
import { findSecretKey, findStoreUrl, type Environment } from '@parley/host';
import {
  findDataFolder,
  findEmbeddedStore,
  findSecretKeyFile,
  outboxName,
  secretsFileName,
} from '@parley/host/disk';
import { createJsonCommand } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say, writeJson } from '../output.ts';
import { chooseEnvironment, loadFor } from '../session.ts';
import { settleOutbox } from '../settle-outbox.ts';

export const createBackupCommand = () =>
  createJsonCommand('backup', {
    summary: 'Copy the embedded database while gateways run',
    examples: ['parley backup backup.db', 'parley backup "/mnt/backups/parley-$(date +%F).db"'],
  })
    .argument('<file>', 'Path of the copy; an existing file is not overwritten')
    .action(async (path, options) => {
      const environment = chooseEnvironment(options);
      const { configuration, file: configurationFile } = loadFor(options);
      if (findStoreUrl(configuration, environment) !== undefined) {
        throw new CommandError(
          'The store is a PostgreSQL database. Copy it with pg_dump, which can run while gateways run.',
        );
      }
      const folder = findDataFolder(environment);
      const { bytes, isSettled, file } = await backUp(environment, resolve(path));
      const missing = listMissing(folder, environment, configurationFile);
      if (options.json) writeJson({ file, bytes, settled: isSettled, not_included: missing });
      say(`${file} has ${formatBytes(bytes)}. Keep beside it what it does not contain:`);
      for (const each of missing) say(`  ${each}`);
      if (isSettled) return;
      say(`It lacks requests that wait in ${join(folder, outboxName)}: copy that folder as well.`);
      process.exitCode = exitCodes.failed;
    });

interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** Whether it contains every request that had ended when the command began. */
  readonly isSettled: boolean;
}

/** Settles first, so that what leaves the outbox during the copy is in it. */
async function backUp(environment: Environment, file: string): Promise<Backup> {
  const { path, exists } = findEmbeddedStore(environment);
  if (!exists) throw new CommandError(`There is no store at ${path}.`, exitCodes.notFound);
  const { copyDatabase } = await import('@parley/store-sqlite');
  createFile(file);
  try {
    const store = await openStore(path);
    try {
      const folder = findDataFolder(environment);
      const isSettled =
        store === undefined ? isOutboxEmpty(folder) : await settleOutbox(store, folder);
      return { file, bytes: await copyDatabase(path, file), isSettled };
    } finally {
      await store?.close();
    }
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Returns nothing where the tables are of another version of Parley: they are copied as they are. */
async function openStore(path: string): Promise<Store | undefined> {
  const { createSqliteStore } = await import('@parley/store-sqlite');
  try {
    return await createSqliteStore({ path, upgrades: false });
  } catch (error) {
    if (error instanceof StoreVersionError) return undefined;
    throw error;
  }
}

/** Whether no settlement waits for the store: the files of the outbox are empty, or zeros that hold space. */
function isOutboxEmpty(folder: string): boolean {
  const outbox = join(folder, outboxName);
  if (!existsSync(outbox)) return true;
  return readdirSync(outbox).every((name) => !readFileSync(join(outbox, name))[0]);
}

/** @throws CommandError when there is one already, or when it cannot be created */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (existsSync(file)) throw new CommandError(`${file} exists already.`, exitCodes.conflict);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The copy cannot be created: ${reason}`);
  }
}

/** What a restored gateway needs besides the copy. */
function listMissing(
  folder: string,
  environment: Environment,
  configurationFile: string | undefined,
): readonly string[] {
  const secrets = join(folder, secretsFileName);
  const isChosen = findSecretKey(environment) !== undefined;
  const secretKey = isChosen ? 'PARLEY_SECRET_KEY' : findSecretKeyFile(folder);
  return [
    ...(configurationFile === undefined ? [] : [`the configuration ${configurationFile}`]),
    ...(existsSync(secrets) ? [`the first secrets ${secrets}`] : []),
    ...(secretKey === undefined ? [] : [`${secretKey}, which decrypts the credentials in it`]),
    'the environment of the gateway, such as the API keys of vendors',
  ];
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
