import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CreatedKeyView, ExchangeView } from '@parley/admin';
import { encodeSettlement } from '@parley/core';
import { openSettlementOutbox } from '@parley/host/disk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { recordOf, settlementOf } from '../../testing/filled-store.ts';

let cli: CliFolder;
beforeEach(() => {
  cli = createCliFolder();
});
afterEach(() => cli.remove());

const dataFolder = () => join(cli.path, 'data');

/** Writes settlements as a process does that is killed before the store has them. */
async function leaveSettlements(keyId: string, ids: readonly string[]): Promise<void> {
  const outbox = openSettlementOutbox(dataFolder(), () => undefined);
  for (const id of ids) {
    const record = recordOf(id, { keyId, accountId: 'default', startedAt: Date.now() });
    await outbox.append(id, encodeSettlement(settlementOf(record)));
  }
}

const leftFiles = () => readdir(join(dataFolder(), 'outbox'));

it('a command reads what a killed gateway had recorded, but not yet stored', async () => {
  const key = await cli.callJson<CreatedKeyView>('keys', 'create', '--name', 'caller');
  await leaveSettlements(key.id, ['req_1', 'req_2']);
  const { stdout } = await cli.call(['logs', '--json']);
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as ExchangeView).id);
  expect(ids.sort()).toEqual(['req_1', 'req_2']);
  expect(await leftFiles()).toEqual([]);
  expect(await cli.callJson('ledger', 'check')).toMatchObject({ faults: [] });
});

it('a command with another store leaves them alone', async () => {
  await leaveSettlements('key', ['req_1']);
  const { stdout } = await cli.call(['logs', '--json']);
  expect(stdout).toBe('');
  expect(await leftFiles()).toHaveLength(1);
});

it('a command says in one sentence that the store does not take what is left', async () => {
  const key = await cli.callJson<CreatedKeyView>('keys', 'create', '--name', 'caller');
  await leaveSettlements(key.id, ['req_1']);
  // The database cannot grow, as on a full disk.
  const database = new DatabaseSync(join(dataFolder(), 'parley.db'));
  database.exec(
    `create trigger full before insert on exchanges begin select raise(abort, 'no space'); end`,
  );
  database.close();
  const { code, stderr } = await cli.call(['keys', 'list']);
  expect(code).toBe(0);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(/^The store lacks requests that wait in .*outbox\. /);
  expect(await leftFiles()).toHaveLength(1);
});
