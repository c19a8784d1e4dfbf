/** A Hono app with a gateway of its own below `/ai`, and a key that the app made itself. */
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import {
  configurationFromEnvironment,
  createGateway,
  createKeySecret,
  type Host,
} from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { Hono } from 'hono';
import { mount } from 'hono/mount';

// Providers whose keys are in the environment, such as OPENAI_API_KEY, and the demo.
const configuration = configurationFromEnvironment(process.env);
const store = await createSqliteStore({ path: process.env['DATABASE'] ?? 'parley.db' });
const gateway = createGateway({ store, configuration });

/** Makes a key for a user of the app. Its secret is shown once: only a hash of it is kept. */
async function createKey(name: string): Promise<string> {
  const { secret, hash, display } = await createKeySecret();
  const keyId = crypto.randomUUID();
  const createdAt = Date.now();
  const binding = { accountId: 'default', groups: ['default'] } as const;
  await store.addKey(
    { id: keyId, name, ...binding, limits: {}, disabled: false, createdAt },
    { keyId, hash, display, createdAt },
  );
  return secret;
}

const app = new Hono();
app.get('/', (context) => context.text('An app of your own.'));
app.post('/keys', async (context) => context.json({ secret: await createKey('laptop') }));
app.all(
  '/ai/*',
  mount(
    (request, host: Host) => gateway.fetch(request, host),
    // Wrong keys are limited by the address of the client.
    (context): Host => ({ address: getConnInfo(context).remote.address }),
  ),
);

const port = Number(process.env['PORT'] ?? 3000);
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
  console.log(`http://127.0.0.1:${String(address.port)}`);
});

// What processes that died were holding is free again.
const maintenance = setInterval(() => void gateway.maintain(), 5_000);

process.once('SIGTERM', () => {
  void stop();
});

async function stop(): Promise<void> {
  clearInterval(maintenance);
  server.close();
  await gateway.close(10_000);
  await store.close();
}
