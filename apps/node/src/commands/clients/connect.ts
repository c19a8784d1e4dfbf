import { createKey, newKey } from '@parley/core/administration';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';
import { withSession, type SessionOptions } from '../session.ts';
import { chooseGroup } from '@parley/host';
import {
  configurableClients,
  type ConfigurableClient as Client,
  type Connection,
} from '@parley/clients';
import { chooseGateway } from './address.ts';
import { listModels } from './list-models.ts';

export interface ConnectOptions extends SessionOptions {
  readonly url?: string | undefined;
  readonly model?: string | undefined;
}

/** How long a key lives that is made for one use, in milliseconds: a day. */
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
 * Where the gateway is, and a key for it: that of `PARLEY_KEY`, else one that is made for this use and
 * expires after a day.
 * @throws CommandError when the gateway is elsewhere and there is no key for it, or does not answer
 */
export async function connect(client: Client, options: ConnectOptions): Promise<Connection> {
  const { url, isOwn } = chooseGateway(options.url, process.env);
  const given = process.env['PARLEY_KEY'] ?? '';
  if (given === '' && !isOwn) {
    throw new CommandError(`Put a key for ${url} into PARLEY_KEY.`, exitCodes.forbidden);
  }
  const key = given === '' ? await makeKey(client, options) : given;
  const { model } = options;
  return {
    url,
    key,
    ...(model !== undefined && { model }),
    ...(client.listsModels && { models: await listModels(url, key) }),
  };
}

async function makeKey({ id, title }: Client, options: SessionOptions): Promise<string> {
  const { secret, display } = await withSession(options, ({ operator, loaded }) => {
    const expires = new Date(Date.now() + keyLifeMs).toISOString();
    const groups = [chooseGroup(loaded.configuration)];
    return createKey(operator, newKey.parse({ name: id, groups, expires_at: expires }));
  });
  say(`Made the key ${display} for ${title}; it expires in a day.`);
  return secret;
}
