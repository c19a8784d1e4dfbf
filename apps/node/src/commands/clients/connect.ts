/** Finds the URL, the key and the models that a client needs; used by `env` and `run`. */
import { createKey, newKey } from '@parley/admin';
import {
  configurableClients,
  type ConfigurableClient as Client,
  type Connection,
} from '@parley/clients';
import { GatewayError, hashSecret } from '@parley/core';
import { checkKey, hasEnded } from '@parley/core/extension';
import { chooseGroup } from '@parley/host';
import { createDataFolder, findDataFolder } from '@parley/host/disk';
import * as z from 'zod';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';
import { chooseEnvironment, withSession, type Session, type SessionOptions } from '../session.ts';
import { chooseGateway } from './address.ts';
import { keepClientKey, readClientKey } from './client-keys.ts';

export interface ConnectOptions extends SessionOptions {
  readonly url?: string | undefined;
  readonly model?: string | undefined;
}

/** Milliseconds until a key expires that was created for one client: one day. */
const keyLifeMs = 86_400_000;
/** Milliseconds for which a key must still be valid to be given to a client again: an hour. */
const leastLifeMs = 3_600_000;

/** @throws CommandError when there is no such client */
export function findClient(name: string, isWanted: (client: Client) => boolean): Client {
  const known = configurableClients.filter(isWanted);
  const client = known.find((candidate) => candidate.id === name);
  if (client !== undefined) return client;
  const names = known.map((candidate) => candidate.id).join(', ');
  throw new CommandError(`There is no client "${name}"; use ${names}.`, exitCodes.notFound);
}

/**
 * The key is `PARLEY_KEY`. Without it, and only for a gateway on this machine, it is one that was created for
 * the client before, or a new one that expires after a day.
 * @throws CommandError when there is no key, or the gateway does not answer or refuses it
 */
export async function connect(client: Client, options: ConnectOptions): Promise<Connection> {
  const { url, isOwn } = chooseGateway(options.url, chooseEnvironment(options));
  const ownKey = process.env['PARLEY_KEY'] ?? '';
  if (ownKey === '' && !isOwn) {
    throw new CommandError(`Set PARLEY_KEY to a key for ${url}.`, exitCodes.forbidden);
  }
  const key = ownKey === '' ? await findClientKey(client, options) : ownKey;
  const { model } = options;
  return {
    url,
    key,
    ...(model !== undefined && { model }),
    ...(client.listsModels && { models: await listModels(url, key) }),
  };
}

async function findClientKey({ id, title }: Client, options: SessionOptions): Promise<string> {
  return withSession(options, async ({ operator, loaded, environment }) => {
    const dataFolder = findDataFolder(environment);
    const kept = readClientKey(dataFolder, id, leastLifeMs);
    if (kept !== undefined && (await isUsable(operator, kept))) return kept;
    const expires = new Date(Date.now() + keyLifeMs).toISOString();
    const groups = [chooseGroup(loaded.configuration)];
    const input = newKey.parse({ name: id, groups, expires_at: expires });
    const { secret, display } = await createKey(operator, input);
    createDataFolder(dataFolder);
    keepClientKey(dataFolder, id, { secret, expires_at: expires });
    say(`Created the key ${display} for ${title}; it expires in one day.`);
    return secret;
  });
}

/** Whether the key still exists and may be used: an operator may have disabled or deleted it. */
async function isUsable({ store, clock }: Session['operator'], secret: string): Promise<boolean> {
  const found = await store.findKey(await hashSecret(secret));
  if (found === undefined || hasEnded(found.secret, clock.now())) return false;
  try {
    checkKey(found, clock.now());
    return true;
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
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
