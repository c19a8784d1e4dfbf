// Creates keys, groups and accounts through the admin API, and deletes them at the end.
import { randomBytes } from 'node:crypto';
import { Mismatch, shorten, textAt } from '../check.ts';
import type { Client, Reply } from '../http/client.ts';

export interface NewKey {
  readonly id: string;
  readonly secret: string;
}

export interface AdminClient {
  /** Sends a request to the admin API. @param path below `/admin/v1` */
  send(method: string, path: string, body?: object): Promise<Reply>;
  /** Like `send`, but the request must succeed. @throws Mismatch */
  sendOrThrow(method: string, path: string, body?: object): Promise<unknown>;
  createKey(input?: object): Promise<NewKey>;
  /** @returns its name */
  createGroup(input?: object): Promise<string>;
  /** @returns its id */
  createAccount(input?: object): Promise<string>;
  /** A name that is not used yet. */
  createName(): string;
  /** Deletes what was created, newest first. */
  clear(): Promise<void>;
}

/** @param client whose calls may outlive a scenario, because the admin client cleans up at its end */
export function createAdminClient(client: Client, adminToken: string): AdminClient {
  const made: string[] = [];
  const send = (method: string, path: string, body?: object): Promise<Reply> =>
    client.send({
      method,
      path: `/admin/v1${path}`,
      key: adminToken,
      ...(body && { body }),
    });
  const sendOrThrow = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await send(method, path, body);
    if (reply.status < 300) return reply.body;
    throw new Mismatch(`${method} ${path} gave ${reply.status}: ${shorten(reply.text)}`);
  };
  const createName = (): string => `conformance-${randomBytes(6).toString('hex')}`;
  return {
    send,
    sendOrThrow,
    createName,
    async createKey(input = {}) {
      const key = await sendOrThrow('POST', '/keys', { name: createName(), ...input });
      const id = textAt(key, 'id');
      made.push(`/keys/${id}`);
      return { id, secret: textAt(key, 'secret') };
    },
    async createGroup(input = {}) {
      const name = createName();
      await sendOrThrow('PUT', `/groups/${name}`, input);
      made.push(`/groups/${name}`);
      return name;
    },
    async createAccount(input = {}) {
      const account = await sendOrThrow('POST', '/accounts', { name: createName(), ...input });
      const id = textAt(account, 'id');
      made.push(`/accounts/${id}`);
      return id;
    },
    async clear() {
      for (const path of made.toReversed()) await send('DELETE', path);
    },
  };
}
