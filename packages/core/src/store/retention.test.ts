import { beforeEach, expect, it } from 'vitest';
import { configurationSchema } from '../configuration/schema.ts';
import { StoreUnavailableError } from './index.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { sampleRecord } from '../testing/sample-records.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-20T12:00:00Z');

let ahead: number;
beforeEach(() => {
  ahead = 0;
});

async function arrange(retention?: { exchanges?: number; audit?: number }): Promise<TestGateway> {
  const clock = { now: () => now + ahead, monotonic: () => ahead };
  const store = createMemoryStore({ now: clock.now, capacity: 20_000 });
  const configuration = retention === undefined ? {} : { retention };
  const testGateway = await openTestGateway({ configuration, options: { clock, store } });
  return { ...testGateway, store };
}

/** Adds one exchange and one entry of the audit log for each age in days. */
async function fill({ store }: TestGateway, ages: readonly number[]): Promise<void> {
  for (const [index, age] of ages.entries()) {
    const [id, at] = [`${String(index)} of ${String(age)} days`, now - age * day];
    await store.settle({ record: { ...sampleRecord, id, startedAt: at }, charges: [], limits: {} });
    const subject = { subjectKind: 'key', subjectId: 'key_1', detail: '{}' };
    await store.addAuditEntry({ id, at, actor: 'cli', action: 'key.change', ...subject });
  }
}

async function count({ store }: TestGateway): Promise<readonly number[]> {
  const [usage] = await store.sumUsage({ by: [] });
  const audit = await store.listAudit({ limit: 1_000 });
  return [store.exchanges.length, audit.length, usage?.requests ?? 0];
}

it('keeps everything forever by default', async () => {
  const running = await arrange();
  await fill(running, [1, 1_000]);
  await running.gateway.maintain();
  expect(await count(running)).toEqual([2, 2, 2]);
});

it.each([
  [{ exchanges: 30 }, [2, 4, 4]],
  [{ audit: 30 }, [4, 2, 4]],
  [{ exchanges: 2, audit: 31 }, [1, 3, 4]],
])('deletes what is older than %j days, and no sum of usage', async (retention, left) => {
  const running = await arrange(retention);
  await fill(running, [1, 30, 31, 300]);
  await running.gateway.maintain();
  expect(await count(running)).toEqual(left);
});

it('deletes many in several short rounds', async () => {
  const running = await arrange({ exchanges: 1 });
  await fill(
    running,
    Array.from({ length: 5_600 }, () => 2),
  );
  await running.gateway.maintain();
  expect(running.store.exchanges).toHaveLength(600);
  await running.gateway.maintain();
  expect(running.store.exchanges).toHaveLength(0);
});

it('checks once a minute when nothing is left to delete', async () => {
  const running = await arrange({ exchanges: 1 });
  await running.gateway.maintain();
  await fill(running, [2]);
  ahead += 59_000;
  await running.gateway.maintain();
  expect(running.store.exchanges).toHaveLength(1);
  ahead += 1_000;
  await running.gateway.maintain();
  expect(running.store.exchanges).toHaveLength(0);
});

it('uses the current configuration', async () => {
  const running = await arrange();
  await fill(running, [2]);
  await running.gateway.maintain();
  running.gateway.reload(configurationSchema.parse({ retention: { exchanges: 1 } }));
  await running.gateway.maintain();
  expect(running.store.exchanges).toHaveLength(0);
});

it('logs that the store could not delete, and tries again', async () => {
  const running = await arrange({ exchanges: 1 });
  const { deleteExchanges } = running.store;
  await fill(running, [2]);
  const fail = () => Promise.reject(new StoreUnavailableError('down'));
  Object.assign(running.store, { deleteExchanges: fail });
  await running.gateway.maintain();
  expect(running.log.join('\n')).toContain('Old records could not be deleted.');
  Object.assign(running.store, { deleteExchanges });
  ahead += 60_000;
  await running.gateway.maintain();
  expect(running.store.exchanges).toHaveLength(0);
});

it.each([{ exchanges: 0 }, { audit: 0.5 }, { exchanges: -1 }, { ledger: 1 }, { audit: 36_501 }])(
  'cannot be %j',
  (retention) => {
    expect(configurationSchema.safeParse({ retention }).success).toBe(false);
  },
);
