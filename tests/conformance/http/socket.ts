// A client of a WebSocket of the gateway.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { check, textAt } from '../check.ts';
import type { ScenarioContext } from '../scenario.ts';

export interface Socket {
  /** Sends a text, or an object as JSON. */
  send(message: string | object): void;
  /** The messages up to the first one of one of the types. @throws Mismatch when none arrives in time */
  until(...types: readonly string[]): Promise<readonly unknown[]>;
  close(): void;
}

/** Milliseconds that a message may take. */
const patienceMs = 15_000;

/** The headers of a request that opens a WebSocket. */
export function handshake(): Record<string, string> {
  return {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
}

/** Node's `WebSocket` also takes headers, which the types of the web platform do not know. */
const NodeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => WebSocket;

/** Opens a WebSocket for responses; `undefined` if that is refused. */
export async function openSocket({
  target: { url, key },
  signal,
}: Pick<ScenarioContext, 'target' | 'signal'>): Promise<Socket | undefined> {
  const socket = new NodeWebSocket(`${url.replace(/^http/, 'ws')}/v1/responses`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const messages: unknown[] = [];
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)));
  });
  const isOpen = await new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
  });
  const close = (): void => socket.close();
  signal.addEventListener('abort', close);
  if (isOpen === false) return undefined;
  return {
    close,
    send(message) {
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    async until(...types) {
      const start = performance.now();
      while (performance.now() - start < patienceMs) {
        const end = messages.findIndex((message) => types.includes(textAt(message, 'type')));
        if (end !== -1) return messages.splice(0, end + 1);
        await wait(5);
      }
      check(false, `no message of type ${types.join(', ')} among ${JSON.stringify(messages)}`);
    },
  };
}
