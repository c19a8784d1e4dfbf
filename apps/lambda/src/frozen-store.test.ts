import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createPostgresStore } from '@parley/store-postgres';
import { answerWith, delayFrames, reshape } from '@parley/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chatRequest,
  startTimeoutMs,
  startTestGateway,
  type TestGateway,
} from './testing/test-gateway.ts';

const server = process.env['PARLEY_TEST_POSTGRES_URL'];

async function runSql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Whether the operating system has stopped a process: its state is in the third field. */
function isStopped(pid: number): boolean {
  return /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

const stoppable = process.platform === 'linux' && server !== undefined;

const moments = [
  ['when it asks for the next request', 'idle'],
  ['with the last byte of its answer', 'answer'],
] as const;

describe.runIf(stoppable).each(moments)('an instance that is frozen %s', (_, freeze) => {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  let testGateway: TestGateway;
  let store: Awaited<ReturnType<typeof createPostgresStore>>;

  beforeAll(async () => {
    await runSql(`create schema ${schema}`);
    const url = new URL(server ?? '');
    url.searchParams.set('options', `-c search_path=${schema}`);
    url.searchParams.set('application_name', schema);
    testGateway = await startTestGateway({
      freeze,
      environment: { PARLEY_DATABASE_URL: url.href, PARLEY_POOL_SIZE: '1' },
    });
    url.searchParams.delete('application_name');
    store = await createPostgresStore({ url: url.href, poolSize: 1 });
  }, startTimeoutMs);
  afterAll(async () => {
    await testGateway.close();
    await store.close();
    await runSql(`drop schema ${schema} cascade`);
  });

  /** Waits until every instance is frozen; returns the latest exchange and the number of exchanges. */
  async function findLast() {
    await expect.poll(() => testGateway.platform.pids().every(isStopped)).toBe(true);
    const exchanges = await store.listExchanges({ limit: 100 });
    return { count: exchanges.length, last: exchanges[0] };
  }

  const script = reshape(answerWith({ text: ['one', 'two', 'three'] }), (answer) =>
    delayFrames(answer, 20),
  );

  it.each([false, true])('records the exchange (stream: %j)', async (stream) => {
    testGateway.upstream.script(script);
    const { count } = await findLast();
    const response = await testGateway.ask('/v1/chat/completions', { ...chatRequest, stream });
    expect(response.status).toBe(200);
    await response.text();
    const after = await findLast();
    expect(after.count).toBe(count + 1);
    expect(after.last).toMatchObject({ outcome: 'completed', stream });
  });

  it('records the exchange of a client that disconnected', async () => {
    testGateway.upstream.script(script);
    const { count } = await findLast();
    const leaving = new AbortController();
    const question = { ...chatRequest, stream: true };
    const response = await testGateway.ask('/v1/chat/completions', question, {
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    await expect.poll(async () => (await findLast()).count).toBe(count + 1);
  });

  it('serves the next request on the same instance', async () => {
    const [pid] = testGateway.platform.pids();
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await testGateway.ask('/v1/models')).status).toBe(200);
    }
    expect(testGateway.platform.pids()).toEqual([pid]);
  });

  it('connects again when the database has closed its connection meanwhile', async () => {
    await findLast();
    await runSql(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = '${schema}'`);
    const response = await testGateway.ask('/v1/models');
    expect(response.status).toBe(200);
  });

  it('shares its keys with other instances', async () => {
    testGateway.upstream.script(script);
    const question = { ...chatRequest, stream: true };
    const asked = [1, 2, 3].map(() => testGateway.ask('/v1/chat/completions', question));
    for (const response of await Promise.all(asked)) {
      expect(await response.text()).toContain('[DONE]');
    }
    expect(testGateway.platform.pids().length).toBeGreaterThan(1);
  });
});
