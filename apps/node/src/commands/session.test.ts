import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';
import { countMigrations, makeEarlier } from '../testing/earlier-store.ts';

let cli: CliFolder;
beforeEach(() => {
  cli = createCliFolder();
});
afterEach(() => cli.remove());

const reading = [
  ['keys', 'list'],
  ['accounts', 'list'],
  ['groups', 'list'],
  ['tokens', 'list'],
  ['models'],
  ['prices', 'check'],
  ['usage'],
  ['logs'],
  ['ledger', 'check'],
  ['config', 'export'],
  ['config', 'diff'],
];

describe('without a store', () => {
  it.each(reading)('%s %s reads an empty one and creates none', async (...words) => {
    expect(await cli.call(words)).toMatchObject({ code: 0 });
    expect(existsSync(join(cli.path, 'data'))).toBe(false);
  });

  it('keys create creates one', async () => {
    expect(await cli.call(['keys', 'create'])).toMatchObject({ code: 0 });
    expect(await cli.call(['keys', 'list'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('with a store of an earlier version', () => {
  it.each([...reading, ['keys', 'create']])('%s %s leaves it as it is', async (...words) => {
    await cli.call(['keys', 'create']);
    const path = join(cli.path, 'data', 'parley.db');
    makeEarlier(path);
    const before = countMigrations(path);
    const { code, stderr } = await cli.call(words);
    expect(stderr).toMatch(
      /^parley: The database has the tables of an earlier version of Parley\./m,
    );
    expect(code).toBe(1);
    expect(countMigrations(path)).toBe(before);
  });
});
