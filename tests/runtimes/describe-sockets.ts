/** The tests of WebSockets on every runtime that has them, by the official client; `describe-runtime.ts` runs them. */
import { once } from 'node:events';
import { answerWith, holdAfter, reshape, truncate } from '@parley/testkit';
import OpenAI from 'openai';
import { ResponsesWS } from 'openai/resources/responses/ws';
import type {
  ResponsesClientEvent,
  ResponsesServerEvent,
} from 'openai/resources/responses/responses';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { needs, type Row } from './rows.ts';
import { framesOfText } from './streams.ts';
import { administer, sameDialect, type TestGateway } from './test-gateway.ts';

type Request = Omit<ResponsesClientEvent.ResponseCreate, 'type'>;

/** @param open returns the gateway of the other tests */
export function describeSockets(row: Row, open: () => TestGateway): void {
  const ability = needs(row, 'opens-sockets');

  ability('streams a response as it comes, and continues it without storing it', async () => {
    const { upstream } = open();
    const script = answerWith({ text: ['Good ', 'morning.'] });
    upstream.script(reshape(script, (each) => holdAfter(each, framesOfText(each))));
    const client = connect(open());
    try {
      client.create({ input: 'I am Ada.', store: false });
      await client.next('response.output_text.delta');
      await upstream.whenHeld();
      upstream.release();
      const { response } = await client.next('response.completed');
      upstream.script(answerWith({ text: 'Ada.' }));
      client.create({ input: 'Who am I?', store: false, previous_response_id: response.id });
      const next = await client.next('response.completed');
      expect(JSON.stringify(next.response.output)).toContain('Ada.');
      expect(upstream.requests.at(-1)?.text).toMatch(/I am Ada\..*Good morning\..*Who am I\?/s);
      expect(await open().readLast()).toMatchObject({ outcome: 'completed', stream: true });
    } finally {
      client.close();
    }
  });

  ability('ends the call of a client that leaves', async () => {
    const { upstream, readLast } = open();
    const script = answerWith({ text: ['Good ', 'morning.'] });
    upstream.script(reshape(script, (each) => holdAfter(each, framesOfText(each))));
    const client = connect(open());
    client.create({ input: 'Hi' });
    await client.next('response.output_text.delta');
    await upstream.whenHeld();
    client.close();
    await upstream.whenClientLeft(0);
    await expect.poll(readLast, { timeout: 10_000 }).toMatchObject({ outcome: 'canceled' });
  });

  ability('reports a stream that breaks, and goes on', async () => {
    const { upstream } = open();
    const script = answerWith({ text: ['Good ', 'morning.'] });
    upstream.script(
      reshape(script, (each) => truncate(each, { frames: framesOfText(each), by: 'reset' })),
    );
    const client = connect(open());
    try {
      client.create({ input: 'Hi' });
      await expect(client.next('response.completed')).rejects.toThrow('upstream');
      upstream.script(answerWith({ text: 'Good morning.' }));
      client.create({ input: 'Hi' });
      await client.next('response.completed');
    } finally {
      client.close();
    }
  });

  ability(
    'refuses a wrong key as a POST request, and messages of other kinds by an error',
    async () => {
      const { gateway } = open();
      const url = `${gateway.url.replace('http', 'ws')}/v1/responses`;
      const wrong = new WebSocket(url, { headers: { authorization: 'Bearer sk-wrong' } });
      const [, response] = (await once(wrong, 'unexpected-response')) as [
        unknown,
        { statusCode: number },
      ];
      expect(response.statusCode).toBe(401);
      wrong.on('error', () => undefined).terminate();
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${gateway.key}` } });
      await once(socket, 'open');
      for (const message of [Buffer.from('{}'), 'no JSON', '{"type":"session.update"}']) {
        socket.send(message);
        const [data] = (await once(socket, 'message')) as [Buffer];
        expect(JSON.parse(String(data))).toMatchObject({
          type: 'error',
          status: 400,
          error: { type: 'invalid_request_error' },
        });
      }
      socket.close();
      await once(socket, 'close');
    },
  );

  ability('tells a client whose key was disabled', async () => {
    const { gateway } = open();
    const { secret, id } = await administer<{ secret: string; id: string }>(gateway, 'keys', {
      name: 'disabled',
      groups: ['default'],
    });
    const client = connect({ ...open(), gateway: { ...gateway, key: secret } });
    try {
      client.create({ input: 'Hi' });
      await client.next('response.completed');
      await disableKey(gateway, id);
      client.create({ input: 'Hi' });
      await expect(client.next('response.completed')).rejects.toThrow('disabled');
    } finally {
      client.close();
    }
  });
}

async function disableKey({ url, adminToken }: TestGateway['gateway'], id: string): Promise<void> {
  const response = await fetch(`${url}/admin/v1/keys/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ disabled: true }),
  });
  expect(response.status).toBe(200);
}

interface Client {
  create(request: Request): void;
  /** The next event of a type. @throws Error when an error comes before */
  next<Type extends ResponsesServerEvent['type']>(
    type: Type,
  ): Promise<Extract<ResponsesServerEvent, { type: Type }>>;
  close(): void;
}

function connect({ gateway }: Pick<TestGateway, 'gateway'>): Client {
  const official = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1` });
  const socket = new ResponsesWS(official);
  const events = socket.stream();
  return {
    create(request) {
      socket.send({ type: 'response.create', model: sameDialect, ...request });
    },
    async next(type) {
      for (;;) {
        const step = await events.next();
        if (step.done === true) throw new Error('The connection was closed.');
        const { value } = step;
        if (value.type === 'error') throw value.error;
        if (value.type !== 'message' || value.message.type !== type) continue;
        return value.message as never;
      }
    },
    close() {
      socket.close();
    },
  };
}
