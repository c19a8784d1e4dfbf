/** Ends the connections that a worker was given and did not live to take; used by `workers.ts`. */
import type { Worker } from 'node:cluster';

/** What the first process sends beside a message. */
interface Connection {
  close(): void;
}

/** Milliseconds after which everything is read that a worker has written before its end. */
const readMs = 500;

interface Given {
  readonly seq: unknown;
  readonly connection: Connection;
}

/**
 * The first process accepts a connection, sends it to a worker, and keeps a copy until the worker says that it has it.
 * When the worker dies in between, Node keeps the copy for ever, and the client would wait for an answer. Closing it
 * resets the connection, so that the client can try again. Where a version of Node sends other messages, nothing is closed.
 */
export function endUntakenConnections({ process: child }: Worker): void {
  const send = child.send.bind(child) as (...words: readonly unknown[]) => boolean;
  let given: Given | undefined;
  child.send = (message: unknown, connection?: unknown, ...more: readonly unknown[]): boolean => {
    if (isRecord(message) && message['act'] === 'newconn' && isConnection(connection)) {
      given = { seq: message['seq'], connection };
    }
    return send(message, connection, ...more);
  };
  child.on('internalMessage', (message: unknown) => {
    if (isRecord(message) && message['ack'] === given?.seq) given = undefined;
  });
  // Node does not say when it has read the last messages of a worker that had not confirmed one.
  child.once('exit', () => {
    if (given !== undefined) setTimeout(() => given?.connection.close(), readMs).unref();
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isConnection(value: unknown): value is Connection {
  return isRecord(value) && typeof value['close'] === 'function';
}
