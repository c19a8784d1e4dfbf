/** The tests of every runtime as a process: signals, a changed configuration, persistent data. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith, holdAfter, openRawClient, reshape } from '@parley/testkit';
import { expect } from 'vitest';
import { needs, type Row } from './rows.ts';
import { ask, configure, sameDialect, startTestGateway } from './test-gateway.ts';
import { framesOfText, patientMs } from './streams.ts';

/** Maximum time until a change takes effect on a busy machine, in milliseconds. */
const busy = { timeout: 10_000 };

export function describeProcess(row: Row): void {
  needs(row, 'finishes-streams')(
    'lets a running stream end at SIGTERM, takes no new call, and ends well',
    async () => {
      const testGateway = await startTestGateway(row);
      try {
        testGateway.upstream.script(
          reshape(answerWith({ text: ['a', 'b'] }), (each) => holdAfter(each, framesOfText(each))),
        );
        const response = await testGateway.ask({ stream: true });
        await testGateway.upstream.whenHeld();
        process.kill(testGateway.gateway.pid, 'SIGTERM');
        await expect
          .poll(
            () =>
              testGateway.ask({}).then(
                ({ status }) => status,
                () => 'refused',
              ),
            busy,
          )
          .not.toBe(200);
        testGateway.upstream.release();
        expect(await response.text()).toMatch(/data: \[DONE\]\n\n$/);
        expect(await testGateway.gateway.ended).toBe(0);
      } finally {
        await testGateway.close();
      }
    },
    patientMs,
  );

  needs(row, 'finishes-streams')(
    'takes calls while it drains, says that it is not ready, and ends at once at a second SIGTERM',
    async () => {
      const testGateway = await startTestGateway(row, { PARLEY_DRAIN: '600' });
      const { url, pid, ended } = testGateway.gateway;
      try {
        process.kill(pid, 'SIGTERM');
        await expect.poll(async () => (await fetch(`${url}/readyz`)).status, busy).toBe(503);
        expect((await testGateway.ask({})).status).toBe(200);
        process.kill(pid, 'SIGTERM');
        expect(await ended).toBe(143);
      } finally {
        await testGateway.close();
      }
    },
    patientMs,
  );

  needs(row, 'finishes-streams')(
    'ends a stream that outlasts the grace with an error event',
    async () => {
      const testGateway = await startTestGateway(row, { PARLEY_GRACE: '0' });
      try {
        testGateway.upstream.script(
          reshape(answerWith({ text: ['a', 'b'] }), (each) => holdAfter(each, framesOfText(each))),
        );
        const response = await testGateway.ask({ stream: true });
        await testGateway.upstream.whenHeld();
        process.kill(testGateway.gateway.pid, 'SIGTERM');
        expect(await response.text()).toMatch(/event: error\ndata: \{"error".*\n\n$/);
        expect(await testGateway.gateway.ended).toBe(0);
      } finally {
        await testGateway.close();
      }
    },
    patientMs,
  );

  needs(row, 'finishes-streams')(
    'refuses a body that still arrives at SIGTERM, and ends well',
    async () => {
      const testGateway = await startTestGateway(row, { PARLEY_GRACE: '1' });
      const { url, key, pid, ended } = testGateway.gateway;
      const client = await openRawClient(Number(new URL(url).port), { waitMilliseconds: 10_000 });
      try {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        await client.request({
          ...{ method: 'POST', path: '/v1/chat/completions', body: '{"model":' },
          headers: { ...headers, 'content-length': '1000' },
        });
        // Until it has read the head.
        await wait(500);
        process.kill(pid, 'SIGTERM');
        const { status, text } = await client.readAnswer();
        expect([status, text]).toEqual([503, expect.stringContaining('shutting_down')]);
        expect(await ended).toBe(0);
      } finally {
        client.leave();
        await testGateway.close();
      }
    },
    patientMs,
  );

  needs(row, 'reloads')(
    'takes a changed configuration',
    async () => {
      const testGateway = await startTestGateway(row);
      try {
        await writeFile(testGateway.file, configure(testGateway.upstream.url, 'new-'));
        process.kill(testGateway.gateway.pid, 'SIGHUP');
        await expect
          .poll(async () => (await testGateway.ask({ model: `new-${sameDialect}` })).status, busy)
          .toBe(200);
        await expect
          .poll(() => testGateway.gateway.output(), busy)
          .toContain('The configuration was reloaded');
      } finally {
        await testGateway.close();
      }
    },
    patientMs,
  );

  needs(row, 'keeps-data')(
    'keeps keys and what was charged for the next start',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-kept-'));
      try {
        const first = await startTestGateway(row, { PARLEY_DATA: folder });
        const { key, adminToken } = first.gateway;
        await first.ask({});
        const before = await first.readLast();
        await first.close();
        const second = await startTestGateway(row, {
          PARLEY_DATA: folder,
          PARLEY_ADMIN_TOKEN: adminToken,
        });
        const after = await second.readLast();
        const { status } = await ask({ url: second.gateway.url, key }, {});
        await second.close();
        expect(status).toBe(200);
        expect(before).toMatchObject({ outcome: 'completed' });
        expect(after).toEqual(before);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    patientMs,
  );
}
