import * as z from 'zod';
import { CommandError, exitCodes } from '../failure.ts';

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Milliseconds until the gateway must have answered. */
const patienceMs = 5_000;

/**
 * The call names that a key may use.
 * @throws CommandError when the gateway does not tell them
 */
export async function listModels(url: string, key: string): Promise<readonly string[]> {
  const answer = await ask(`${url}/v1/models`, key).catch(() => {
    throw new CommandError(`No gateway answers at ${url}. Start it: parley`, exitCodes.upstream);
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new CommandError(`The gateway at ${url} refuses this key.`, exitCodes.forbidden);
  }
  const list = modelList.safeParse(answer.body);
  if (list.success) return list.data.data.map(({ id }) => id);
  throw new CommandError(`What answers at ${url} gives no list of models.`, exitCodes.upstream);
}

async function ask(address: string, key: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}
