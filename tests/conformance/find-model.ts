// Chooses a working model of a gateway that is not configured by the suite.
import { at, Mismatch, shorten } from './check.ts';
import { chat } from './formats/chat.ts';
import { createClient } from './http/client.ts';

/** Free and cheap models first. */
const preferred = [/^demo\//, /mini|nano|lite|flash|haiku|small/i, /./];
const mostTries = 5;

/**
 * Finds a model that answers, cheap ones first.
 * @throws Mismatch when the list cannot be read or none of its first models answers
 */
export async function findModel(
  { url, key }: { readonly url: string; readonly key: string },
  signal: AbortSignal,
): Promise<string> {
  const client = createClient({ url, key, signal });
  const list = await client.send({ path: '/v1/models' });
  const data = at(list.body, 'data');
  if (list.status !== 200 || !Array.isArray(data)) {
    throw new Mismatch(`GET /v1/models gave ${list.status}: ${shorten(list.text)}`);
  }
  const ids = data.map((entry) => at(entry, 'id')).filter((id) => typeof id === 'string');
  const ranked = [...new Set(preferred.flatMap((pattern) => ids.filter((id) => pattern.test(id))))];
  for (const model of ranked.slice(0, mostTries)) {
    const { status } = await client.send(chat.ask({ model, prompt: 'Say hello.', maxTokens: 16 }));
    if (status === 200) return model;
  }
  throw new Mismatch('No model of the list answers; name one.');
}
