/** The client of a WebSocket of a test gateway, without a network between them. */
import type { JsonObject } from '@parley/protocol';
import { expect, onTestFinished } from 'vitest';
import type { SocketReceiver } from '../ports.ts';
import type { TestGateway } from './test-gateway.ts';

/** A client of a WebSocket. */
export interface TestSocket {
  /** All events that the client has received. */
  readonly events: readonly JsonObject[];
  /** The code with which the gateway has closed the connection. */
  readonly closedWith: number | undefined;
  /** Sends a text, an object as JSON, or a message that is not text. */
  send(message: string | object | undefined): void;
  /** Sends a request, and waits for the end of its response. Returns the events of the response. */
  ask(request: object): Promise<readonly JsonObject[]>;
  /** Sends bytes of a message that has not arrived yet. */
  begin(bytes: number): void;
  /** Waits until the client has received some events. */
  receive(count: number): Promise<readonly JsonObject[]>;
  /** Makes the client read too slowly, until the returned function is called. */
  stall(): () => void;
  leave(): void;
}

const path = 'http://parley.test/v1/responses';

/** The request that opens a WebSocket. */
export function createHandshake(headers: Readonly<Record<string, string>>): Request {
  return new Request(path, {
    headers: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
}

/** Opens a WebSocket, which is closed when the test has finished. */
export async function openTestSocket(
  { gateway, secret }: Pick<TestGateway, 'gateway' | 'secret'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestSocket> {
  const request = createHandshake({ authorization: `Bearer ${secret}`, ...headers });
  expect(gateway.opensSocket(request)).toBe(true);
  const accepted = await gateway.connect(request);
  if ('status' in accepted) throw new Error(accepted.text);
  const events: JsonObject[] = [];
  let closedWith: number | undefined;
  let slow: Promise<void> | undefined;
  const receiver: SocketReceiver = accepted.open({
    send(text) {
      events.push(JSON.parse(text) as JsonObject);
      return slow;
    },
    close(code) {
      closedWith = code;
    },
  });
  onTestFinished(() => {
    receiver.closed();
  });
  const send = (message: string | object | undefined): void => {
    receiver.receive(typeof message === 'object' ? JSON.stringify(message) : message);
  };
  const receive = async (count: number): Promise<readonly JsonObject[]> => {
    await expect
      .poll(() => events.length, { timeout: 30_000, interval: 5 })
      .toBeGreaterThan(count - 1);
    return events;
  };
  return {
    events,
    get closedWith() {
      return closedWith;
    },
    send,
    begin: (bytes) => {
      receiver.noteArrival(bytes);
    },
    receive,
    async ask(asked) {
      const before = events.length;
      send({ type: 'response.create', ...asked });
      const isOver = () => events.slice(before).some(({ type }) => ends.has(type));
      await expect.poll(isOver, { timeout: 30_000, interval: 5 }).toBe(true);
      return events.slice(before);
    },
    stall() {
      let resume = (): void => undefined;
      slow = new Promise((resolve) => {
        resume = resolve;
      });
      return () => {
        slow = undefined;
        resume();
      };
    },
    leave: () => {
      receiver.closed();
    },
  };
}

const ends: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.failed',
  'response.incomplete',
  'error',
]);
