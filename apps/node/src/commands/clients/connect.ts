/** Finds the URL, the key and the models that a client needs; used by `env` and `run`. */
import { createKey, newKey } from '@parley/admin';
import {
  configurableClients,
  type ConfigurableClient as Client,
  type Connection,
} from '@parley/clients';
import { chooseGroup } from '@parley/host';
import * as z from 'zod';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';
import { withSession, type SessionOptions } from '../session.ts';
import { chooseGateway } from './address.ts';

export interface ConnectOptions extends SessionOptions {
  readonly url?: string | undefined;
  readonly model?: string | undefined;
}

/** Milliseconds until a key expires that was created for one client: one day. */
const keyLifeMs = 86_400_000;

/** @throws CommandError when there is no such client */
export function findClient(name: string, isWanted: (client: Client) => boolean): Client {
  const known = configurableClients.filter(isWanted);
  const client = known.find((candidate) => candidate.id === name);
  if (client !== undefined) return client;
  const names = known.map((candidate) => candidate.id).join(', ');
  throw new CommandError(`There is no client "${name}"; use ${names}.`, exitCodes.notFound);
}

/**
 * The key is `PARLEY_KEY`. Without it, and only for a gateway on this machine, a key is created that
 * expires after a day.
 * @throws CommandError when there is no key, or the gateway does not answer or refuses it
 */
export async function connect(client: Client, options: ConnectOptions): Promise<Connection> {
  const { url, isOwn } = chooseGateway(options.url, process.env);
  const ownKey = process.env['PARLEY_KEY'] ?? '';
  if (ownKey === '' && !isOwn) {
    throw new CommandError(`Set PARLEY_KEY to a key for ${url}.`, exitCodes.forbidden);
  }
  const key = ownKey === '' ? await createClientKey(client, options) : ownKey;
  const { model } = options;
  return {
    url,
    key,
    ...(model !== undefined && { model }),
    ...(client.listsModels && { models: await listModels(url, key) }),
  };
}

async function createClientKey({ id, title }: Client, options: SessionOptions): Promise<string> {
  const { secret, display } = await withSession(options, ({ operator, loaded }) => {
    const expires = new Date(Date.now() + keyLifeMs).toISOString();
    const groups = [chooseGroup(loaded.configuration)];
    return createKey(operator, newKey.parse({ name: id, groups, expires_at: expires }));
  });
  say(`Created the key ${display} for ${title}; it expires in one day.`);
  return secret;
}

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Milliseconds until the gateway must have answered. */
const timeoutMs = 5_000;

/** The call names that a key may use. @throws CommandError when the gateway does not list them */
async function listModels(url: string, key: string): Promise<readonly string[]> {
  const answer = await get(`${url}/v1/models`, key).catch(() => {
    throw new CommandError(`No gateway answers at ${url}. Start one: parley`, exitCodes.upstream);
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new CommandError(`The gateway at ${url} refuses this key.`, exitCodes.forbidden);
  }
  const list = modelList.safeParse(answer.body);
  if (list.success) return list.data.data.map(({ id }) => id);
  throw new CommandError(`The server at ${url} returned no list of models.`, exitCodes.upstream);
}

async function get(address: string, key: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}
