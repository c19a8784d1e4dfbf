import { randomUUID } from 'node:crypto';
import { openPostgresDatabase } from '@parley/store-postgres';
import type { SqlDatabase } from '@parley/store-sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';
import { serverUrl } from '../testing/copy-sides.ts';

let cli: CliFolder;
/** Another schema of the server, and the one that is empty. */
let other: SqlDatabase;
let schemas: { readonly other: string; readonly empty: string };
let environment: { readonly PARLEY_DATABASE_URL: string };

describe.skipIf(serverUrl === '')('with an empty PostgreSQL database', () => {
  beforeEach(async () => {
    cli = createCliFolder();
    const name = `test_${randomUUID().slice(0, 8)}`;
    schemas = { other: name, empty: `${name}_empty` };
    other = await openPostgresDatabase({ url: serverUrl, schema: schemas.other });
    await other.database.schema.createSchema(schemas.empty).execute();
    const url = new URL(serverUrl);
    url.searchParams.set('options', `-c search_path=${schemas.empty}`);
    environment = { PARLEY_DATABASE_URL: url.href };
  });
  afterEach(async () => {
    for (const schema of Object.values(schemas)) {
      await other.database.schema.dropSchema(schema).cascade().execute();
    }
    await other.close();
    await cli.remove();
  });

  async function countTables(): Promise<number> {
    const tables = await other.database.introspection.getTables();
    return tables.filter(({ schema }) => schema === schemas.empty).length;
  }

  it.each([
    ['keys', 'list'],
    ['accounts', 'list'],
    ['models'],
    ['usage'],
    ['logs'],
    ['ledger', 'check'],
    ['config', 'export'],
  ])('%s %s reads an empty store and creates no tables', async (...words) => {
    expect(await cli.call(words, environment)).toMatchObject({ code: 0 });
    expect(await countTables()).toBe(0);
  });

  it('doctor says that the first start creates the tables', async () => {
    const { stdout } = await cli.call(['doctor', '--port', '0'], environment);
    expect(stdout).toContain(
      'The database has no tables of Parley. They are created when a gateway starts.',
    );
    expect(await countTables()).toBe(0);
  });

  it('keys create creates them', async () => {
    expect(await cli.call(['keys', 'create'], environment)).toMatchObject({ code: 0 });
    expect(await countTables()).toBeGreaterThan(0);
    expect(await cli.call(['keys', 'list'], environment)).toMatchObject({ code: 0, stderr: '' });
  });
});
