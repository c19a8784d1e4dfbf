// One exchange, whole and streamed, through the built core on whatever runtime runs this file. It
// prints one JSON line. PARLEY_UPSTREAM is the base address of an upstream of the messages dialect.
import { configurationSchema, createGateway, createKeySecret, type Store } from '@parley/core';
import process from 'node:process';

const key = await createKeySecret();
const records: unknown[] = [];
const store: Store = {
  addKey: async () => undefined,
  findKey: async (hash) =>
    hash === key.hash
      ? { ...key, id: 'key_1', name: 'smoke', group: 'default', createdAt: 0, disabled: false }
      : undefined,
  listKeys: async () => [],
  setKeyDisabled: async () => false,
  addAdminToken: async () => undefined,
  findAdminToken: async () => undefined,
  countAdminTokens: async () => 0,
  recordExchange: async (record) => void records.push(record),
  findExchange: async () => undefined,
  listExchanges: async () => [],
  saveResponse: async () => undefined,
  findResponse: async () => undefined,
  deleteResponse: async () => false,
  check: async () => undefined,
  close: async () => undefined,
};
const gateway = createGateway({
  store,
  configuration: configurationSchema.parse({
    upstreams: {
      remote: {
        provider: 'anthropic',
        base_url: process.env['PARLEY_UPSTREAM'],
        credential: 'upstream-credential',
        models: ['claude-test'],
      },
    },
  }),
});

async function ask(stream: boolean): Promise<string> {
  const response = await gateway.fetch(
    new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key.secret}` },
      body: JSON.stringify({
        model: 'remote/claude-test',
        stream,
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    }),
  );
  return response.text();
}

const whole = await ask(false);
const streamed = await ask(true);
await gateway.close();
console.log(JSON.stringify({ whole, streamed, records: records.length }));
