/** Calls a gateway on a WebSocket for the money tests. */
import { WebSocket } from 'ws';
import type { Call } from './calls.ts';

export interface SocketCallOptions {
  readonly model: string;
  /** What the client waits for before it disconnects. */
  readonly patience: 'whole' | 'first text';
}

interface Message {
  readonly type: string;
  readonly response?: { readonly id: string };
}

/**
 * Sends one short request on a WebSocket of its own, and disconnects without a close. A broken connection, or one that is
 * refused, has the status 0.
 */
export function askOnSocket(
  url: string,
  secret: string,
  { model, patience }: SocketCallOptions,
): Promise<Call> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  let requestId = '';
  return new Promise((resolve) => {
    const end = (status: number, complete = false): void => {
      resolve({ status, requestId, complete });
      socket.terminate();
    };
    socket.on('error', () => undefined);
    socket.on('close', () => {
      end(0);
    });
    socket.on('open', () => {
      // The search reserves what the upstream reports.
      const request = { model, input: 'Hi', tools: [{ type: 'web_search' }] };
      socket.send(JSON.stringify({ type: 'response.create', ...request }));
    });
    socket.on('message', (data: Buffer) => {
      const { type, response } = JSON.parse(data.toString()) as Message;
      // The gateway writes the id of the exchange into those of its responses.
      if (response !== undefined) requestId = response.id.replace('resp_', 'req_');
      if (type === 'error') end(500);
      else if (type === 'response.completed') end(200, true);
      else if (type === 'response.output_text.delta' && patience === 'first text') end(200);
    });
  });
}
