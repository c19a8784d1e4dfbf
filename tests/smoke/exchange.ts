// One exchange, whole and streamed, through the built core on whatever runtime runs this file. It
// prints one JSON line. PARLEY_UPSTREAM is the base URL of an upstream of the messages dialect.
import { configurationSchema, createGateway, createKeySecret, type Store } from '@parley/core';
import process from 'node:process';

const key = await createKeySecret();
let records = 0;
const account = { id: 'default', name: 'Default', prepaid: false, disabled: false, createdAt: 0 };
const found = {
  key: {
    id: 'key_1',
    name: 'smoke',
    accountId: account.id,
    groups: ['default'] as const,
    limits: {},
    createdAt: 0,
    disabled: false,
  },
  secret: { keyId: 'key_1', hash: key.hash, display: key.display, createdAt: 0 },
  account,
};
/** The few verbs that these exchanges need; any other fails the test. */
const verbs: Partial<Store> = {
  findKey: async (hash) => (hash === key.hash ? found : undefined),
  readEntityVersion: async () => 0,
  settle: async () => void (records += 1),
};
const store = new Proxy(verbs as Store, {
  get(target, name) {
    const verb: unknown = Reflect.get(target, name);
    if (verb === undefined) throw new Error(`The store has no ${String(name)} here.`);
    return verb;
  },
});
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
console.log(JSON.stringify({ whole, streamed, records }));
