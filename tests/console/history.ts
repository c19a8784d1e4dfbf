/** Calls, failures, keys and money for pages to show. */
import type { RunningGateway } from '../../scripts/serving.mjs';

interface Created {
  readonly id: string;
  readonly secret: string;
}

/** Names that would be markup, a formula or a path if anybody took them for one. */
export const hostileName = '<img src=x onerror="document.title=1"> =1+1 ../..';

/** Fills a gateway that is new. Gives the addresses of pages that show one thing of it. */
export async function addHistory(gateway: RunningGateway): Promise<readonly string[]> {
  const key = (await sendAdmin(gateway, '/keys', {
    name: hostileName,
    limits: { quota: { amount: '5', reset: 'month' }, requests_per_minute: 1_000 },
  })) as Created;
  const ids: string[] = [];
  for (const model of ['demo/echo', 'demo/tools', 'demo/error-429', hostileName]) {
    ids.push(await callModel(gateway, key.secret, model));
  }
  await sendAdmin(gateway, '/accounts/default/top-ups', { id: 'first', amount: '25' });
  return [`/keys/${key.id}`, ...ids.map((id) => `/requests/${id}`)];
}

/** One chat call; gives its request id, whatever became of it. */
export async function callModel(
  { url }: RunningGateway,
  secret: string,
  model: string,
): Promise<string> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  await response.text();
  return response.headers.get('x-request-id') ?? '';
}

/**
 * @param path of a GET, or of a POST where there is a body; other methods stand before it: `PATCH /keys/…`
 * @throws Error when the gateway refuses
 */
export async function sendAdmin(
  { url, adminToken }: RunningGateway,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const [method, place = ''] = path.startsWith('/')
    ? [body === undefined ? 'GET' : 'POST', path]
    : path.split(' ');
  const response = await fetch(`${url}/admin/v1${place}`, {
    ...(method !== undefined && { method }),
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
