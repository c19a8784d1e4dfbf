import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  answerWith,
  createScriptedUpstream,
  delayFrames,
  delayHead,
  failWith,
  reshape,
  type ScriptedUpstream,
} from '@parley/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorker } from '../apps/cloudflare/local/start-worker.mjs';

const cli = fileURLToPath(new URL('../apps/node/dist/cli.js', import.meta.url));
const adminToken = spawnSync(process.execPath, [cli, 'generate', 'admin-token'], {
  encoding: 'utf8',
}).stdout.trim();
const messages = [{ role: 'user', content: 'Hi' }];
const json = { 'content-type': 'application/json' };

let upstream: ScriptedUpstream;
let worker: Awaited<ReturnType<typeof startWorker>>;
let key: string;

beforeAll(async () => {
  upstream = await createScriptedUpstream();
  worker = await startWorker({
    bindings: {
      PARLEY_ADMIN_TOKEN: adminToken,
      UPSTREAM_KEY: 'credential-of-ours',
      PARLEY_CONFIG_YAML: `
upstreams:
  chat: { provider: openai, base_url: "${upstream.url}/v1", credential: "\${UPSTREAM_KEY}", models: [m] }
  claude: { provider: anthropic, base_url: "${upstream.url}", credential: "\${UPSTREAM_KEY}", models: [m] }
`,
    },
  });
  const created = await administer('keys', { name: 'test', groups: ['default'] });
  key = (created as { secret: string }).secret;
});
afterAll(async () => {
  await worker.stop();
  await upstream.close();
});
beforeEach(() => {
  upstream.clear();
});

async function administer(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${worker.url}/admin/v1/${path}`, {
    headers: { ...json, authorization: `Bearer ${adminToken}` },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

function ask(body: object, init: RequestInit = {}): Promise<Response> {
  return fetch(`${worker.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'chat/m', messages, ...body }),
    ...init,
  });
}

async function listOutcomes(): Promise<readonly string[]> {
  const { data } = (await administer('exchanges?limit=100')) as { data: { outcome: string }[] };
  return data.map(({ outcome }) => outcome);
}

describe.each(['chat/m', 'claude/m'])('on Cloudflare, a model %s', (model) => {
  it('returns a whole reply', async () => {
    upstream.script(answerWith({ text: 'Good morning.' }));
    const response = await ask({ model });
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: 'Good morning.' } }],
    });
    expect((await listOutcomes())[0]).toBe('completed');
  });

  it('returns a stream, and is recorded before its end mark', async () => {
    const before = (await listOutcomes()).length;
    upstream.script(answerWith({ text: ['Good ', 'morning.'] }));
    const text = await (await ask({ model, stream: true })).text();
    expect(text).toContain('morning.');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await listOutcomes()).toHaveLength(before + 1);
  });

  it('cancels the upstream call when the client disconnects during a stream, and records it', async () => {
    const before = (await listOutcomes()).length;
    const text = Array.from({ length: 200 }, (_, index) => `piece ${index} `);
    upstream.script(reshape(answerWith({ text }), (answer) => delayFrames(answer, 50)));
    const leaving = new AbortController();
    const response = await ask({ model, stream: true }, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await upstream.whenClientLeft(0);
    await expect.poll(listOutcomes, { timeout: 10_000 }).toHaveLength(before + 1);
    expect((await listOutcomes())[0]).toBe('canceled');
  });

  it('records an exchange whose client disconnected before the response', async () => {
    const before = (await listOutcomes()).length;
    upstream.script(reshape(answerWith({}), (answer) => delayHead(answer, 500)));
    const leaving = new AbortController();
    const asking = ask({ model }, { signal: leaving.signal });
    await upstream.nextRequest();
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await expect.poll(listOutcomes, { timeout: 10_000 }).toHaveLength(before + 1);
    // A known gap (apps/cloudflare/known-gaps.json): the Worker does not detect a disconnect. If this test
    // fails, remove the gap.
    expect((await listOutcomes())[0]).toBe('completed');
  });

  it('reports an upstream failure in the client’s format', async () => {
    upstream.script(failWith(400));
    const response = await ask({ model });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error.message');
  });
});

describe('on Cloudflare', () => {
  it('a wrong key is refused', async () => {
    const response = await ask({}, { headers: { ...json, authorization: 'Bearer sk-wrong' } });
    expect(response.status).toBe(401);
  });

  it('a key that is bound to networks is checked by the address that Cloudflare sets', async () => {
    const body = { name: 'bound', groups: ['default'], allowed_from: ['192.0.2.0/24'] };
    const { secret } = (await administer('keys', body)) as { secret: string };
    upstream.script(answerWith({ text: 'Hi' }));
    const from = (address: string) =>
      ask(
        {},
        { headers: { ...json, authorization: `Bearer ${secret}`, 'cf-connecting-ip': address } },
      );
    expect((await from('192.0.2.7')).status).toBe(200);
    expect((await from('198.51.100.7')).status).toBe(403);
  });

  it.each([
    ['a faulty configuration', { PARLEY_CONFIG_YAML: 'upstreams: 1' }],
    ['a database server', { PARLEY_DATABASE_URL: 'postgres://db.example/parley' }],
  ])('%s keeps the gateway from starting, and shows nothing of it', async (_, bindings) => {
    const faulty = await startWorker({ bindings });
    try {
      const response = await fetch(`${faulty.url}/v1/models`);
      expect(response.status).toBe(503);
      const text = await response.text();
      expect(text).toContain('cannot start');
      expect(text).not.toContain('db.example');
    } finally {
      await faulty.stop();
    }
  });
});
