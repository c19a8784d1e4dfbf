/** The tests of every runtime as a gateway; `describe-process.ts` has those as a process. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  answerWith,
  endlessStream,
  gzipBomb,
  gzipStream,
  gzipWhole,
  holdAfter,
  holdHead,
  openRawClient,
  reshape,
  truncate,
  type ScriptedUpstream,
} from '@parley/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeProcess } from './describe-process.ts';
import { describeSocketFaults, describeSocketProcess } from './describe-socket-faults.ts';
import { describeSockets } from './describe-sockets.ts';
import { isHere, needs, oldestNode, rows, type Row } from './rows.ts';
import {
  administer,
  ask,
  follow,
  otherDialect,
  sameDialect,
  startTestGateway,
  type TestGateway,
} from './test-gateway.ts';
import { framesOfText, patientMs, streamAtOnce, whenSteady } from './streams.ts';

const startMs = 60_000;
/** How long to wait for a disconnect on runtimes that do not report it, in milliseconds. */
const hopelessMs = 2_000;

/** How long to wait until a connection is closed, in milliseconds: Bun's timer is late, and workerd closes all that are idle. */
const closingMs = 9_000;

/** Maximum bytes of an unread answer that sockets and gateway may hold. */
const heldAtMost = 48 * 1024 * 1024;

/** Declares the tests of one runtime, by the title of its row. It must have been built. */
export function describeRuntime(title: string): void {
  const row = [...rows, oldestNode].find((each) => each.title === title);
  if (row === undefined) throw new Error(`There is no runtime "${title}".`);
  const describeHere = describe.runIf(isHere(row));
  describeHere(`the gateway on ${title}`, () => {
    describeGateway(row);
  });
  describeHere(`the process on ${title}`, () => {
    describeProcess(row);
    if (opensSockets(row)) describeSocketProcess(row);
  });
}

function describeGateway(row: Row): void {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway(row);
  }, startMs);
  afterAll(() => testGateway.close(), startMs);
  beforeEach(() => {
    testGateway.upstream.clear();
    testGateway.upstream.script(answerWith({ text: ['Good ', 'morning.'] }));
  });

  describe.each([sameDialect, otherDialect])('%s', (model) => {
    it('answers whole', async () => {
      const response = await testGateway.ask({ model });
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toMatchObject({
        choices: [{ message: { content: 'Good morning.' } }],
      });
      expect(await testGateway.readLast()).toMatchObject({ outcome: 'completed', stream: false });
    });

    it('answers in a stream, as it comes', async () => {
      const script = answerWith({ text: ['Good ', 'morning.'] });
      testGateway.upstream.script(reshape(script, (each) => holdAfter(each, framesOfText(each))));
      const response = await testGateway.ask({ model, stream: true });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect(first?.done).toBe(false);
      await testGateway.upstream.whenHeld();
      testGateway.upstream.release();
      let text = new TextDecoder().decode(first?.value);
      for (let step = await reader?.read(); step?.value; step = await reader?.read()) {
        text += new TextDecoder().decode(step.value);
      }
      expect(text).toMatch(/data: \[DONE\]\n\n$/);
      expect(await testGateway.readLast()).toMatchObject({ outcome: 'completed', stream: true });
    });

    it('decodes an answer that the upstream has compressed unasked, also a bomb', async () => {
      const script = answerWith({ text: ['Good ', 'morning.'] });
      testGateway.upstream.script(reshape(script, gzipWhole));
      const whole = await testGateway.ask({ model });
      expect(await whole.text()).toContain('Good morning.');
      testGateway.upstream.script(reshape(script, gzipStream));
      const stream = await testGateway.ask({ model, stream: true });
      expect(await stream.text()).toMatch(/morning[^]*data: \[DONE\]\n\n$/);
      testGateway.upstream.script(reshape(script, (each) => gzipBomb(each, 64)));
      const bomb = await testGateway.ask({ model });
      expect(bomb.status).toBe(502);
    });

    needs(row, 'tells-departures')('ends the call of a caller who leaves mid-stream', async () => {
      const script = answerWith({ text: ['Good ', 'morning.'] });
      testGateway.upstream.script(reshape(script, (each) => holdAfter(each, framesOfText(each))));
      const leaving = new AbortController();
      const response = await testGateway.ask({ model, stream: true }, leaving.signal);
      await response.body?.getReader().read();
      await testGateway.upstream.whenHeld();
      // All text has been sent by then, so the client disconnects during silence on every runtime.
      await wait(500);
      leaving.abort();
      await whenLeft(row, testGateway.upstream);
      await expect
        .poll(testGateway.readLast, { timeout: 10_000 })
        .toMatchObject({ outcome: 'canceled' });
    });

    needs(row, 'tells-departures').each([true, false])(
      'ends the call of a caller who leaves before the answer (stream: %s)',
      async (stream) => {
        testGateway.upstream.script(reshape(answerWith({ text: 'late' }), holdHead));
        const leaving = new AbortController();
        const asking = testGateway.ask({ model, stream }, leaving.signal);
        await testGateway.upstream.nextRequest();
        leaving.abort();
        await expect(asking).rejects.toThrow();
        await whenLeft(row, testGateway.upstream);
        await expect
          .poll(testGateway.readLast, { timeout: 10_000 })
          .toMatchObject({ outcome: 'canceled' });
      },
    );
  });

  needs(row, 'closes-after-errors')('closes the connection after an error event', async () => {
    const { gateway, upstream } = testGateway;
    const script = answerWith({ text: ['Good ', 'morning.'] });
    upstream.script(
      reshape(script, (each) => truncate(each, { frames: framesOfText(each), by: 'clean' })),
    );
    const client = await openRawClient(Number(new URL(gateway.url).port), {
      waitMilliseconds: closingMs,
    });
    await client.request({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: { model: otherDialect, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
    });
    const answer = await client.readAnswer();
    expect(answer.text).toMatch(/\n\nevent: error\ndata: .*\n\n$/);
    expect(answer.whole).toBe(true);
    try {
      expect(await client.whenEnded()).toBe('fin');
    } finally {
      client.leave();
    }
  });

  needs(row, 'pauses-upstreams')(
    'pauses the upstream of a caller who stops reading, and goes on with him',
    async () => {
      const script = answerWith({ text: ['x'.repeat(64 * 1024)] });
      testGateway.upstream.script(reshape(script, (each) => endlessStream(each, 1, 10_000)));
      const client = await openRawClient(Number(new URL(testGateway.gateway.url).port), {
        maximumBytes: 1024 ** 3,
      });
      await client.request({
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${testGateway.gateway.key}` },
        body: { model: sameDialect, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
      });
      const { index } = await testGateway.upstream.nextRequest();
      await client.readPiece();
      client.pause();
      const bytesSent = () => testGateway.upstream.requests[index]?.bytesSent ?? 0;
      const paused = await whenSteady(bytesSent);
      expect(paused).toBeLessThan(heldAtMost);
      expect(testGateway.upstream.requests[index]?.closedByClientAt).toBeUndefined();
      client.resume();
      await expect.poll(bytesSent, { timeout: 10_000 }).toBeGreaterThan(paused + 1024 * 1024);
      client.leave();
      await testGateway.upstream.whenClientLeft(index);
    },
    patientMs,
  );

  needs(row, 'streams-at-once')(
    'carries 300 streams at once',
    async () => {
      const texts = await streamAtOnce(testGateway, 300);
      expect(texts.filter((text) => /data: \[DONE\]\n\n$/.test(text))).toHaveLength(300);
    },
    patientMs,
  );

  it('tells whoever follows exchanges of each that is settled', async () => {
    const leaving = new AbortController();
    const texts = await follow(testGateway.gateway, leaving.signal);
    expect(await texts.next()).toMatch(/^event: ready\n/);
    const response = await testGateway.ask({ model: sameDialect });
    await response.text();
    const text = await texts.next();
    expect(text).toMatch(/^event: exchanges\ndata: \{"data":\[\{.*\}\]\}\n\n$/);
    expect(text).toContain(`"id":"${response.headers.get('x-request-id') ?? ''}"`);
    leaving.abort();
  });

  needs(row, 'tells-departures')('serves others when those who followed have left', async () => {
    const places = 100;
    const leaving = new AbortController();
    for (let place = 0; place < places; place += 1) {
      await (await follow(testGateway.gateway, leaving.signal)).next();
    }
    await expect(follow(testGateway.gateway)).rejects.toThrow('too_many_streams');
    leaving.abort();
    const next = new AbortController();
    await expect
      .poll(() => follow(testGateway.gateway, next.signal), { timeout: 10_000 })
      .toBeDefined();
    next.abort();
  });

  needs(row, 'knows-addresses')('knows where a caller calls from', async () => {
    const statuses = ['127.0.0.0/8', '192.0.2.0/24'].map(async (network) => {
      const { secret } = await administer<{ secret: string }>(testGateway.gateway, 'keys', {
        name: network,
        groups: ['default'],
        allowed_from: [network],
      });
      return (await ask({ url: testGateway.gateway.url, key: secret }, {})).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  describeSockets(row, () => testGateway);
  if (opensSockets(row)) describeSocketFaults(row, () => testGateway);
}

/** Where there are no WebSockets, `describeSockets` shows it, and nothing can be said of their faults. */
function opensSockets({ gaps }: Row): boolean {
  return gaps['opens-sockets'] === undefined;
}

/** Resolves when the call to the upstream has ended before its answer did. */
async function whenLeft({ gaps }: Row, upstream: ScriptedUpstream): Promise<void> {
  const left = upstream.whenClientLeft(0);
  if (gaps['tells-departures'] === undefined) await left;
  else await Promise.race([left, wait(hopelessMs).then(() => expect.fail('nobody left'))]);
}
