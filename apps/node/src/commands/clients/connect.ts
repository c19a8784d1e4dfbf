/** Finds the URL, the key and the models that a client needs; used by `env`, `run` and `chat`. */
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
import { isParley } from '../../server/gateway-probe.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';
import { chooseEnvironment, withSession, type Session, type SessionOptions } from '../session.ts';
import { chooseGateway, noGateway } from './address.ts';
import { keepClientKey, readClientKey } from './client-keys.ts';
import { listModels } from './model-list.ts';

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

/** What a client needs. @throws CommandError as `findAccess`, or when the list of models cannot be read */
export async function connect(client: Client, options: ConnectOptions): Promise<Connection> {
  const { id, title, listsModels: needsGateway = false } = client;
  const { url, key } = await findAccess({ id, title, needsGateway }, options);
  const { model } = options;
  if (model === undefined) sayIfModelIsMissing(client);
  return {
    url,
    key,
    ...(model !== undefined && { model }),
    ...(await findModels(client, { url, key, model })),
  };
}

/** For whom a key is. */
interface KeyUser extends Pick<Client, 'id' | 'title'> {
  /** Whether a key is of no use before a gateway answers. */
  readonly needsGateway: boolean;
}

/**
 * The URL of the gateway and the key of a client, whose id and title name it. The key is `PARLEY_KEY`. Without it, and
 * only for a gateway on this machine, it is one that was created for the client before, or a new one that expires
 * after a day.
 * @throws CommandError when there is no key, or no gateway for which one would be created
 */
export async function findAccess(
  client: KeyUser,
  options: ConnectOptions,
): Promise<Pick<Connection, 'url' | 'key'>> {
  const { url, isOwn } = chooseGateway(options.url, chooseEnvironment(options));
  const ownKey = process.env['PARLEY_KEY'] ?? '';
  if (ownKey === '' && !isOwn) {
    throw new CommandError(`Set PARLEY_KEY to a key for ${url}.`, exitCodes.forbidden);
  }
  if (ownKey !== '') return { url, key: ownKey };
  if (client.needsGateway && !(await isParley(url))) throw noGateway(url);
  return { url, key: await findClientKey(client, options) };
}

function sayIfModelIsMissing({ title, modelVariable }: Client): void {
  if (modelVariable === undefined || process.env[modelVariable]) return;
  say(`${title} starts only with a model: name one with --model.`);
}

interface ModelQuery extends Pick<Connection, 'url' | 'key'> {
  readonly model: string | undefined;
}

/**
 * The models for a client whose settings list them, and what is known of a model that was chosen. Without
 * these facts a client works as well, so that the gateway need not run yet.
 * @throws CommandError when a client needs the list and the gateway does not answer or refuses the key
 */
async function findModels(
  { listsModels: isList, program }: Client,
  { url, key, model }: ModelQuery,
): Promise<Pick<Connection, 'models' | 'facts'>> {
  if (isList) return listModels(url, key);
  if (program === undefined || model === undefined) return {};
  const listed = await listModels(url, key).catch(() => undefined);
  return listed === undefined ? {} : { facts: listed.facts };
}

async function findClientKey(
  { id, title }: Pick<Client, 'id' | 'title'>,
  options: SessionOptions,
): Promise<string> {
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
