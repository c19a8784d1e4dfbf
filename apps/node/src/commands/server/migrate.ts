/** `parley migrate`: copies the embedded store into a PostgreSQL database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findDatabaseUrl, findSecretKey } from '@parley/host';
import { databaseName, findDataFolder, findSecretKeyFile } from '@parley/host/disk';
import { createCommand, dataOption, jsonOption } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say, writeJson } from '../output.ts';
import { chooseEnvironment } from '../session.ts';

export const createMigrateCommand = () =>
  createCommand('migrate', {
    summary: 'Copy the embedded store into an empty PostgreSQL database',
    examples: [
      'PARLEY_DATABASE_URL=postgres://… parley migrate',
      'parley migrate --to NEW_DATABASE',
    ],
  })
    .addOption(dataOption)
    .addOption(jsonOption)
    .option(
      '--to <variable>',
      'Variable that holds the address of the database (default: PARLEY_DATABASE_URL or DATABASE_URL)',
    )
    .action(async (options) => {
      const { to: variable } = options;
      const environment = chooseEnvironment(options);
      const url = variable === undefined ? findDatabaseUrl(environment) : environment[variable];
      if (url === undefined || url === '') {
        const name = variable ?? 'PARLEY_DATABASE_URL';
        throw new CommandError(`Set ${name} to the address of the database.`);
      }
      const path = join(findDataFolder(environment), databaseName);
      if (!existsSync(path)) {
        throw new CommandError(`There is no store at ${path}.`, exitCodes.notFound);
      }
      const copied = await copy(path, url, (table, rows) => {
        say(`${table}: ${rows} rows`);
      });
      if (options.json) writeJson(copied);
      say(
        'Everything is copied, and the totals of both stores are equal. The old one is unchanged.',
      );
      say(
        'Restart every gateway with the new address: later writes to the old store are not copied.',
      );
      const keyFile = findSecretKeyFile(findDataFolder(environment));
      if (keyFile !== undefined && findSecretKey(environment) === undefined) {
        say(`Set PARLEY_SECRET_KEY=file:${keyFile}, which decrypts the credentials in it.`);
      }
    });

async function copy(
  path: string,
  url: string,
  report: (table: string, rows: number) => void,
): Promise<readonly unknown[]> {
  const { openSqliteDatabase } = await import('@parley/store-sqlite');
  const { copyStore } = await import('@parley/store-sql');
  const { openPostgresDatabase } = await import('@parley/store-postgres');
  const from = await openSqliteDatabase({ path, upgrades: false });
  try {
    const to = await openPostgresDatabase({ url });
    try {
      return await copyStore(from, to, ({ table, rows }) => {
        report(table, rows);
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
