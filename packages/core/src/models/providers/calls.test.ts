import { createScriptedUpstream, answerWith, type ScriptedUpstream } from '@parley/testkit';
import type { DialectId } from '@parley/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createGateway, type Gateway } from '../../gateway.ts';
import { createKeySecret } from '../../keys/secret.ts';
import type { UpstreamCall, UpstreamTransport } from '../../ports.ts';
import { defaultAccountId } from '../../store/index.ts';
import { createMemoryStore } from '../../memory-store/memory-store.ts';
import { createFetchTransport } from '../../pipeline/upstream/fetch-transport.ts';
import { providers } from './providers.ts';

const credential = 'credential-of-ours';

/** Every provider in every dialect for which it has a base URL; none is called over the network. */
const spoken = providers
  .filter(({ builtIn }) => builtIn === undefined)
  .flatMap((provider) =>
    Object.entries(provider.baseUrls).map(([dialect, baseUrl]) => ({
      id: provider.id,
      dialect: dialect as DialectId,
      baseUrl,
      upstream: `${provider.id}-${dialect}`,
    })),
  );

const callers = {
  chat: { path: '/v1/chat/completions', body: {} },
  messages: { path: '/v1/messages', body: { max_tokens: 64 } },
} as const;

let upstream: ScriptedUpstream;
let gateway: Gateway;
let secret: string;
let calls: UpstreamCall[];

beforeAll(async () => {
  upstream = await createScriptedUpstream();
  const store = createMemoryStore();
  const made = await createKeySecret();
  secret = made.secret;
  await store.addKey(
    {
      id: 'key_1',
      name: 'test',
      accountId: defaultAccountId,
      groups: ['default'],
      limits: {},
      createdAt: 0,
      disabled: false,
    },
    { keyId: 'key_1', hash: made.hash, display: made.display, createdAt: 0 },
  );
  const upstreams = spoken.map(({ id, dialect, upstream: name }): [string, object] => [
    name,
    { provider: id, dialect, credential, models: ['scripted-model'] },
  ]);
  gateway = createGateway({
    store,
    configuration: configurationSchema.parse({ upstreams: Object.fromEntries(upstreams) }),
    transport: redirectTo(() => upstream),
  });
});
beforeEach(() => {
  calls = [];
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** Records each request, and sends it to the scripted upstream instead of the vendor. */
function redirectTo(scripted: () => ScriptedUpstream): UpstreamTransport {
  const transport = createFetchTransport();
  return {
    ...transport,
    send: (call) => {
      calls.push(call);
      const { pathname, search } = new URL(call.url);
      return transport.send({ ...call, url: scripted().url + pathname + search });
    },
  };
}

describe.each(spoken)('$id in $dialect', ({ upstream: name, baseUrl }) => {
  it.each([
    ['chat', false],
    ['chat', true],
    ['messages', false],
    ['messages', true],
  ] as const)('answers a caller of %s (stream: %s)', async (format, stream) => {
    upstream.next(answerWith({ text: ['Hello from the vendor.'] }));
    const { path, body } = callers[format];
    const response = await gateway.fetch(
      new Request(`http://parley.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...body,
          stream,
          model: `${name}/scripted-model`,
          messages: [{ role: 'user', content: 'Hi' }],
        }),
      }),
    );
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Hello from the vendor.');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url.startsWith(baseUrl)).toBe(true);
    const carriers = Object.values(calls[0]?.headers ?? {}).filter((value) =>
      value.includes(credential),
    );
    expect(carriers).toHaveLength(1);
  });
});
