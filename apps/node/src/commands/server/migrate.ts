import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName, findDataFolder } from '@parley/host/disk';
import { findDatabaseUrl } from '@parley/host';
import { defineParley } from '../definition.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, writeJson } from '../output.ts';
import { chooseEnvironment } from '../session.ts';

export const migrate = defineParley({
  summary: 'Copy everything from the embedded store into an empty PostgreSQL database',
  options: {
    data: commonOptions.data,
    ...jsonOption,
    to: {
      type: 'string',
      description: 'The variable that holds its address (PARLEY_DATABASE_URL, DATABASE_URL)',
      valueHint: 'variable',
    },
  },
  examples: ['PARLEY_DATABASE_URL=postgres://… parley migrate', 'parley migrate --to NEW_DATABASE'],
  async run(args) {
    const environment = chooseEnvironment(args);
    const url = args.to === undefined ? findDatabaseUrl(environment) : environment[args.to];
    if (url === undefined || url === '') {
      const name = args.to ?? 'PARLEY_DATABASE_URL';
      throw new CommandError(`Put the address of the database into ${name}.`);
    }
    const path = join(findDataFolder(environment), databaseName);
    if (!existsSync(path)) {
      throw new CommandError(`There is no store at ${path}.`, exitCodes.notFound);
    }
    const copied = await copy(path, url, (table, rows) => {
      say(`${table}: ${rows} rows`);
    });
    if (args.json) writeJson(copied);
    say('Everything is copied, and both stores add up to the same. The old one stays as it is.');
    say('Start every gateway with the new address: what is written to the old one stays there.');
  },
});

async function copy(
  path: string,
  url: string,
  tell: (table: string, rows: number) => void,
): Promise<readonly unknown[]> {
  const { openSqliteDatabase } = await import('@parley/store-sqlite');
  const { copyStore } = await import('@parley/store-sql');
  const { openPostgresDatabase } = await import('@parley/store-postgres');
  const from = await openSqliteDatabase({ path });
  try {
    const to = await openPostgresDatabase({ url });
    try {
      return await copyStore(from, to, ({ table, rows }) => {
        tell(table, rows);
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
