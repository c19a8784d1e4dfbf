import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../testing/cli-process.ts';
import { arrangeSides, readTables, serverUrl } from '../../testing/copy-sides.ts';

describe.skipIf(serverUrl === '')('parley migrate', () => {
  it('copies, reports its progress and prints no password', async () => {
    const { from, to, path, schema } = await arrangeSides();
    const address = new URL(serverUrl);
    address.password ||= 'password-of-ours';
    address.searchParams.set('options', `-c search_path=${schema}`);
    const folder = dirname(path);
    const environment = { PARLEY_DATA: folder, NEW_DATABASE: address.href };
    const words = ['migrate', '--to', 'NEW_DATABASE', '--json'];
    const { code, stdout, stderr } = await runCli(words, { folder, environment });
    expect(stderr).toContain('keys: 3 rows');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual({ table: 'ledger', rows: 5 });
    expect(stdout + stderr).not.toContain(address.password);
    expect(await readTables(to)).toEqual(await readTables(from));
    const again = await runCli(words, { folder, environment });
    expect(again.code).not.toBe(0);
    expect(again.stdout).toBe('');
    expect(again.stderr).toMatch(/^parley: The database to copy into is not empty/);
  });
});

describe('parley migrate without what it needs', () => {
  it.each([
    [{}, ['migrate'], 1, 'PARLEY_DATABASE_URL'],
    [{}, ['migrate', '--to', 'NOWHERE'], 1, 'NOWHERE'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, ['migrate'], 4, 'parley.db'],
  ] as const)('says what is missing: %j %j', async (...told) => {
    const [environment, command, exit, text] = told;
    const folder = await mkdtemp(join(tmpdir(), 'parley-migrate-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { code, stderr } = await runCli(command, {
      folder,
      environment: { ...environment, PARLEY_DATA: folder },
    });
    expect(stderr).toContain(text);
    expect(code).toBe(exit);
    expect(await readdir(folder)).toEqual([]);
  });
});
