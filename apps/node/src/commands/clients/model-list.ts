/** Reads the models of a gateway, with what it says about them; used by `env` and `run`. */
import type { ModelFacts } from '@parley/clients';
import * as z from 'zod';
import { CommandError, exitCodes } from '../failure.ts';
import { omitUndefined } from '../input.ts';
import { noGateway } from './address.ts';

/** What a gateway says about the models that a key may use. */
export interface ListedModels {
  /** The call names. */
  readonly models: readonly string[];
  /** What is known of each. */
  readonly facts: ReadonlyMap<string, ModelFacts>;
}

const tokens = z.int().positive().optional().catch(undefined);
const capabilities = z
  .object({ accepts_images: z.boolean().optional().catch(undefined) })
  .optional()
  .catch(undefined);
const modelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_input_tokens: tokens,
      max_tokens: tokens,
      parley: capabilities,
    }),
  ),
});

/** Milliseconds until the gateway must have answered. */
const timeoutMs = 5_000;

/**
 * The call names that a key may use, and what is known of their models.
 * @throws CommandError when the gateway does not list them
 */
export async function listModels(url: string, key: string): Promise<ListedModels> {
  const answer = await get(`${url}/v1/models`, key).catch(() => {
    throw noGateway(url);
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new CommandError(`The gateway at ${url} refuses this key.`, exitCodes.forbidden);
  }
  const list = modelList.safeParse(answer.body);
  if (list.success) return readModels(list.data);
  throw new CommandError(`The server at ${url} returned no list of models.`, exitCodes.upstream);
}

function readModels({ data }: z.infer<typeof modelList>): ListedModels {
  const facts = data.map(({ id, max_input_tokens, max_tokens, parley }) => {
    const [contextTokens, outputTokens] = [max_input_tokens, max_tokens];
    const acceptsImages = parley?.accepts_images;
    return [id, omitUndefined({ contextTokens, outputTokens, acceptsImages })] as const;
  });
  return { models: data.map(({ id }) => id), facts: new Map(facts) };
}

async function get(address: string, key: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}
