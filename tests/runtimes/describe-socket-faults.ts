/** The tests of faulty clients of WebSockets on every runtime that has them, by their bytes; `describe-runtime.ts` runs them. */
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { answerWith, endlessStream, holdAfter, reshape } from '@parley/testkit';
import { expect, it } from 'vitest';
import { openRawSocket, opcodes, writeHandshake, type RawSocket } from './raw-socket.ts';
import { needs, type Row } from './rows.ts';
import { framesOfText, patientMs, whenSteady } from './streams.ts';
import {
  configure,
  responsesDialect,
  sameDialect,
  startTestGateway,
  type TestGateway,
} from './test-gateway.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const mebibyte = 1024 * 1024;
/** Maximum bytes of an unread response that sockets and gateway may hold. */
const heldAtMost = 48 * mebibyte;
/** The frames of a response in the Responses format before its first text. */
const framesOfDelta = 4;
/** What is no valid handshake, or none for an endpoint with WebSockets. */
const faultyHandshakes: readonly [string, Headers][] = [
  ['an old version', { 'sec-websocket-version': '8' }],
  ['no version', { 'sec-websocket-version': undefined }],
  ['a short key', { 'sec-websocket-key': 'short' }],
  ['no key', { 'sec-websocket-key': undefined }],
];

/** @param open returns the gateway of the other tests */
export function describeSocketFaults(row: Row, open: () => TestGateway): void {
  const ability = needs(row, 'opens-sockets');

  const withSocket = async (run: (socket: RawSocket) => Promise<void>): Promise<void> => {
    const socket = await shakeHands(open());
    try {
      await run(socket);
    } finally {
      socket.socket.destroy();
    }
  };

  async function readHead(headers: Headers, target?: string): Promise<string> {
    const { head, socket } = await shakeHands(open(), headers, target);
    socket.destroy();
    return head;
  }

  ability.each(faultyHandshakes)('answers a handshake with %s by 426', async (_, headers) => {
    expect(await readHead(headers)).toMatch(/^HTTP\/1\.1 426 [^]*application\/json/i);
  });

  ability('opens no WebSocket elsewhere, and none without a key, whatever page asks', async () => {
    expect(await readHead({}, 'GET /v1/models')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await readHead({}, 'GET /nothing')).toMatch(/^HTTP\/1\.1 404 /);
    const page = { origin: 'https://page.example', cookie: 'session=1', authorization: undefined };
    expect(await readHead(page)).toMatch(/^HTTP\/1\.1 401 [^]*application\/json/i);
    // Some proxies pass on no `connection`; Bun needs none.
    expect(await readHead({ connection: undefined })).toMatch(/^HTTP\/1\.1 (?:101|426) /);
  });

  ability('accepts no protocol that a client offers, because some are secrets', async () => {
    const head = await readHead({
      'sec-websocket-protocol': 'openai-insecure-api-key.x, realtime',
    });
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(head).not.toMatch(/sec-websocket-protocol/i);
  });

  ability('reads a message in fragments of a byte', () =>
    withSocket(async (socket) => {
      const text = writeCreate();
      for (const [index, letter] of Array.from(text).entries()) {
        const opcode = index === 0 ? opcodes.text : opcodes.continuation;
        socket.write(letter, { opcode, isLast: index === text.length - 1 });
      }
      await receive(socket, 'response.completed');
    }),
  );

  ability.each([
    ['compressed', writeCreate(), { isCompressed: true }],
    ['of an unknown kind', writeCreate(), { opcode: 3 }],
    ['without a beginning', 'x', { opcode: opcodes.continuation }],
    ['not in UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}],
  ] as const)('ends, or answers by an error, a message that is %s', (_, payload, options) =>
    withSocket(async (socket) => {
      socket.write(payload, options);
      const isRefused = () => socket.messages().some(({ type }) => type === 'error');
      await Promise.race([socket.whenClosed(), socket.until(() => isRefused() || undefined)]);
      expect((await open().ask({})).status).toBe(200);
    }),
  );

  ability(
    'refuses a message that is too large',
    () =>
      withSocket(async (socket) => {
        socket.write(writeCreate({ input: 'x'.repeat(33 * mebibyte) }));
        const findStatus = () => socket.messages().map(({ status }) => status)[0];
        // Where the runtime has no such limit, core does.
        const end = await Promise.race([socket.whenClosed(), socket.until(findStatus)]);
        expect([1006, 1009, 413]).toContain(end);
      }),
    patientMs,
  );

  ability('charges a client whose connection breaks for what was generated', () =>
    withSocket(async (socket) => {
      const { upstream, readLast } = open();
      const script = answerWith({ text: ['Good ', 'morning.'] });
      upstream.script(reshape(script, (each) => holdAfter(each, framesOfText(each))));
      socket.write(writeCreate());
      await receive(socket, 'response.output_text.delta');
      await upstream.whenHeld();
      socket.socket.resetAndDestroy();
      await upstream.whenClientLeft(0);
      await expect.poll(readLast, { timeout: 10_000 }).toMatchObject({ outcome: 'canceled' });
      const { amount, tokens } = (await readLast()) ?? {};
      expect(Number(amount)).toBeGreaterThan(0);
      expect(tokens).toMatchObject({ estimated: true });
    }),
  );

  // Elsewhere, not even the failure is certain: a busy machine is slow enough.
  it.runIf(needs(row, 'opens-sockets', 'pauses-for-sockets') === it)(
    'pauses the upstream of a client that stops reading, and goes on with it',
    () =>
      withSocket(async (socket) => {
        const { upstream } = open();
        const script = answerWith({ text: ['x'.repeat(64 * 1024)] });
        upstream.script(reshape(script, (each) => endlessStream(each, framesOfDelta, 10_000)));
        socket.write(writeCreate({ model: responsesDialect }));
        await receive(socket, 'response.output_text.delta');
        const [request] = upstream.requests;
        const bytesSent = () => request?.bytesSent ?? 0;
        socket.socket.pause();
        const paused = await whenSteady(bytesSent);
        expect(paused).toBeLessThan(heldAtMost);
        expect(request?.closedByClientAt).toBeUndefined();
        socket.socket.resume();
        await expect.poll(bytesSent, { timeout: 20_000 }).toBeGreaterThan(paused + mebibyte);
      }),
    patientMs,
  );
}

/** The tests of WebSockets whose gateway ends, or is changed meanwhile. */
export function describeSocketProcess(row: Row): void {
  const ability = needs(row, 'opens-sockets', 'finishes-streams');

  const withHeld = async (
    environment: Readonly<Record<string, string>>,
    run: (testGateway: TestGateway, busy: RawSocket) => Promise<void>,
  ): Promise<void> => {
    const testGateway = await startTestGateway(row, environment);
    const { upstream, gateway } = testGateway;
    try {
      const script = answerWith({ text: ['Good ', 'morning.'] });
      upstream.script(reshape(script, (each) => holdAfter(each, framesOfText(each))));
      const busy = await shakeHands(testGateway);
      busy.write(writeCreate());
      await upstream.whenHeld();
      // Until its first event has arrived, a response that ends is refused instead.
      await busy.until(() => busy.messages()[0]);
      await run(testGateway, busy);
      expect(await gateway.ended).toBe(0);
    } finally {
      await testGateway.close();
    }
  };

  ability(
    'closes idle WebSockets at SIGTERM, and others once their responses have ended',
    () =>
      withHeld({}, async (testGateway, busy) => {
        const idle = await shakeHands(testGateway);
        process.kill(testGateway.gateway.pid, 'SIGTERM');
        expect(goingAway).toContain(await idle.whenClosed());
        testGateway.upstream.release();
        expect(goingAway).toContain(await busy.whenClosed());
        expect(busy.messages().at(-1)).toMatchObject({ type: 'response.completed' });
      }),
    patientMs,
  );

  ability(
    'ends a response on a WebSocket that outlasts the grace by an error',
    () =>
      withHeld({ PARLEY_GRACE: '0' }, async ({ gateway }, busy) => {
        process.kill(gateway.pid, 'SIGTERM');
        expect(goingAway).toContain(await busy.whenClosed());
        expect(busy.messages().at(-1)).toMatchObject({ type: 'error', code: 'shutting_down' });
      }),
    patientMs,
  );

  needs(row, 'opens-sockets', 'reloads')(
    'takes a changed configuration on an open WebSocket',
    async () => {
      const testGateway = await startTestGateway(row);
      const { file, gateway, upstream } = testGateway;
      const socket = await shakeHands(testGateway);
      try {
        await writeFile(file, configure(upstream.url, 'new-'));
        process.kill(gateway.pid, 'SIGHUP');
        await expect
          .poll(gateway.output, { timeout: 10_000 })
          .toContain('The configuration was reloaded');
        upstream.script(answerWith({ text: 'Yes.' }));
        socket.write(writeCreate({ model: `new-${sameDialect}` }));
        await receive(socket, 'response.completed');
      } finally {
        socket.socket.destroy();
        await testGateway.close();
      }
    },
    patientMs,
  );
}

/** The codes of a server that stops; on Deno, a program can send none of them. */
const goingAway = [1001, 1005];

function shakeHands(
  { gateway: { url, key } }: Pick<TestGateway, 'gateway'>,
  headers: Headers = {},
  target?: string,
): Promise<RawSocket> {
  return openRawSocket(url, writeHandshake({ authorization: `Bearer ${key}`, ...headers }, target));
}

function writeCreate(request: object = {}): string {
  const all = { type: 'response.create', model: sameDialect, input: 'Hi', ...request };
  return JSON.stringify(all);
}

async function receive(socket: RawSocket, wanted: string): Promise<void> {
  await socket.until(() => socket.messages().find(({ type }) => type === wanted));
}
