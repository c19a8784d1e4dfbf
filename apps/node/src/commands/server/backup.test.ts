import { appendFile, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CreatedKeyView, ExchangeView } from '@parley/admin';
import { encodeSettlement } from '@parley/core';
import { openSettlementOutbox } from '@parley/host/disk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { countMigrations, makeEarlier } from '../../testing/earlier-store.ts';
import { recordOf, settlementOf } from '../../testing/filled-store.ts';

let cli: CliFolder;
let key: CreatedKeyView;
beforeEach(() => {
  cli = createCliFolder();
});
afterEach(() => cli.remove());

const place = (...names: readonly string[]) => join(cli.path, ...names);

async function createKey(): Promise<void> {
  key = await cli.callJson<CreatedKeyView>('keys', 'create', '--name', 'caller', '--quota', '5');
}

/** Writes a settlement as a process does that is killed before the store has it. */
async function leaveSettlement(id: string): Promise<void> {
  const outbox = openSettlementOutbox(place('data'), () => undefined);
  const record = recordOf(id, { keyId: key.id, accountId: 'default', startedAt: Date.now() });
  await outbox.append(id, encodeSettlement(settlementOf(record)));
}

/** Runs a command on a restored copy. */
async function readCopy(file: string, ...words: readonly string[]): Promise<string> {
  const folder = place('restored');
  await mkdir(folder, { recursive: true });
  await copyFile(file, join(folder, 'parley.db'));
  const { code, stdout, stderr } = await cli.call([...words, '--json', '--data', folder]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

async function listCopied(file: string): Promise<readonly string[]> {
  const lines = (await readCopy(file, 'logs', '--lines', '1000')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as ExchangeView).id);
}

/** Without a limit: a fast machine answers thousands of requests during a copy. */
function listAllCopied(file: string): ReadonlySet<unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select id from exchanges').all();
  database.close();
  return new Set(rows.map(({ id }) => id));
}

describe('parley backup refuses', () => {
  it('to overwrite a file', async () => {
    await createKey();
    await writeFile(place('old.db'), 'the only copy');
    const { code, stderr } = await cli.call(['backup', 'old.db']);
    expect(stderr).toMatch(/old\.db exists already/);
    expect(code).toBe(5);
    expect(await readFile(place('old.db'), 'utf8')).toBe('the only copy');
  });

  it('a folder that does not exist', async () => {
    await createKey();
    const { code, stderr } = await cli.call(['backup', 'nowhere/copy.db']);
    expect(stderr).toMatch(/^parley: The copy cannot be created: ENOENT/);
    expect(code).toBe(1);
  });

  it('a folder without a store, and creates none', async () => {
    const { code, stderr } = await cli.call(['backup', 'copy.db']);
    expect(stderr).toMatch(/There is no store at .*parley\.db/);
    expect(code).toBe(4);
    expect(await readdir(cli.path)).toEqual([]);
  });

  it('PostgreSQL, and names the program for it', async () => {
    const url = 'postgres://parley:secret-of-nobody@127.0.0.1:1/parley';
    const { code, stderr } = await cli.call(['backup', 'copy.db'], { PARLEY_DATABASE_URL: url });
    expect(stderr).toMatch(/pg_dump/);
    expect(stderr).not.toContain('secret-of-nobody');
    expect(code).toBe(1);
  });

  it('a damaged database, and leaves no file', async () => {
    await createKey();
    const bytes = await readFile(place('data', 'parley.db'));
    await writeFile(place('data', 'parley.db'), bytes.fill(7, 4096, 12 * 4096));
    const { code, stderr } = await cli.call(['backup', 'copy.db']);
    expect(stderr).toMatch(/damaged/);
    expect(code).toBe(1);
    expect(await readdir(cli.path)).toEqual(['data']);
  });
});

describe('parley backup', () => {
  it.each([
    [{}, /^ {2}\/.*\/data\/secret-key, which decrypts the credentials in it$/m],
    [{ PARLEY_SECRET_KEY: 'ab'.repeat(32) }, /^ {2}PARLEY_SECRET_KEY, which decrypts/m],
  ] as const)('names the secret key that it does not contain: %j', async (environment, line) => {
    await createKey();
    const { code, stderr } = await cli.call(['backup', 'copy.db'], environment);
    expect(stderr).toMatch(line);
    expect(code).toBe(0);
  });

  it('copies what a killed gateway had recorded, but not yet stored', async () => {
    await createKey();
    await leaveSettlement('req_left');
    const { code } = await cli.call(['backup', 'copy.db']);
    expect(code).toBe(0);
    expect(await listCopied(place('copy.db'))).toEqual(['req_left']);
  });

  it('copies a store of an earlier version as it is, and says what waits for the store', async () => {
    await createKey();
    makeEarlier(place('data', 'parley.db'));
    const count = countMigrations(place('data', 'parley.db'));
    expect(await cli.call(['backup', 'first.db'])).toMatchObject({ code: 0 });
    await leaveSettlement('req_left');
    const { code, stderr } = await cli.call(['backup', 'second.db']);
    expect(stderr).toMatch(/It lacks requests that wait in .*outbox: copy that folder as well/);
    expect(code).toBe(1);
    const files = [place('data', 'parley.db'), place('first.db'), place('second.db')];
    expect(files.map(countMigrations)).toEqual([count, count, count]);
  });

  it('fails when a line of the outbox cannot be read, and says to copy the outbox', async () => {
    await createKey();
    await leaveSettlement('req_left');
    const [name = ''] = await readdir(place('data', 'outbox'));
    await appendFile(place('data', 'outbox', name), '00000000 {"half":');
    const { code, stderr } = await cli.call(['backup', 'copy.db']);
    expect(stderr).toMatch(/It lacks requests that wait in .*outbox: copy that folder as well/);
    expect(code).toBe(1);
    expect(await listCopied(place('copy.db'))).toEqual(['req_left']);
  });

  it('writes a file for its owner alone, and says what is not in it', async () => {
    await createKey();
    cli.write('parley.yaml', 'upstreams: {}\n');
    const { stdout, stderr } = await cli.call(['backup', 'copy.db', '--json']);
    const { mode, size } = await stat(place('copy.db'));
    expect(mode & 0o777).toBe(0o600);
    expect(JSON.parse(stdout)).toMatchObject({
      file: place('copy.db'),
      bytes: size,
      settled: true,
    });
    expect(stderr).toMatch(/copy\.db has \d+ kB/);
    expect(stderr).toContain(`the configuration ${place('parley.yaml')}`);
    expect((await readdir(cli.path)).sort()).toEqual(['copy.db', 'data', 'parley.yaml']);
  });

  it(
    'copies every request that ended before it, while a gateway serves others',
    { timeout: 60_000 },
    async () => {
      await createKey();
      const gateway = cli.start(['start', '--port', '0', '--no-local']);
      const [, base = ''] = await gateway.whenWritten(/Base URL +(\S+)[^]*Try it/);
      const ended: string[] = [];
      let isOver = false;
      const callOn = async () => {
        while (!isOver) ended.push(await call(base));
      };
      const callers = [callOn(), callOn(), callOn()];
      await expect.poll(() => ended.length, { timeout: 20_000 }).toBeGreaterThan(20);
      const before = [...ended];
      const { code, stderr } = await cli.run(['backup', 'copy.db']);
      isOver = true;
      await Promise.all(callers);
      expect(stderr).toMatch(/copy\.db has/);
      expect(code).toBe(0);
      const copied = listAllCopied(place('copy.db'));
      expect(before.filter((id) => !copied.has(id))).toEqual([]);
      const report = await readCopy(place('copy.db'), 'ledger', 'check');
      expect(JSON.parse(report)).toMatchObject({ balanced: true, faults: [] });
    },
  );

  async function call(base: string): Promise<string> {
    const answer = await fetch(`${base}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo/echo', messages: [{ role: 'user', content: 'one' }] }),
    });
    await answer.text();
    return answer.headers.get('x-request-id') ?? '';
  }
});
