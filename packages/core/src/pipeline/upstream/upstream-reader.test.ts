import type { DialectId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { discoverModels } from '../../models/catalogue/discovery.ts';
import { testUpstream } from './upstream-test.ts';
import { writeReplyText } from '../../testing/echo/errors.ts';
import { echoForms } from '../../testing/echo/forms.ts';
import {
  createEchoGateway,
  createEchoTransport,
  pairs,
  type EchoGateway,
  type EchoRequest,
  type Traces,
} from '../../testing/echo/gateway.ts';
import {
  createEcho,
  credentials,
  findCredentials,
  findPlaces,
} from '../../testing/echo/secrets.ts';

let testGateway: EchoGateway;

beforeAll(async () => {
  // A failed attempt is retried after a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  testGateway = await createEchoGateway();
});

afterAll(async () => {
  vi.useRealTimers();
  await testGateway.gateway.close();
});

async function ask(asked: EchoRequest): Promise<Traces> {
  const asking = testGateway.ask(asked);
  for (;;) {
    vi.advanceTimersByTime(100);
    const traces = await Promise.race([asking, nextTick()]);
    if (traces !== undefined) return traces;
  }
}

function nextTick(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}

function expectNoLeak({ calls, status, ...traces }: Traces): void {
  for (const [where, text] of Object.entries(traces)) {
    expect([...findCredentials(text), ...findPlaces(text)], `${where}: ${text}`).toEqual([]);
  }
  expect(calls).toBeGreaterThan(0);
  expect(status).toBeGreaterThanOrEqual(200);
}

describe.each(pairs)(
  'a %s caller hears nothing of our secrets that a %s upstream says',
  (inbound, outbound) => {
    it.each(echoForms.map((form, index) => ({ ...form, index })))(
      'in $name',
      async ({ stream, write, index }) => {
        const answer = write(outbound, createEcho(index + outbound.length));
        if (answer === undefined) return;
        testGateway.script(() => answer);
        expectNoLeak(await ask({ inbound, outbound, stream }));
      },
    );

    it('in a code or type, whichever credential it is', async () => {
      for (const index of credentials.keys()) {
        testGateway.script(() => writeReplyText(outbound, createEcho(index)));
        expectNoLeak(await ask({ inbound, outbound, stream: false }));
      }
    });
  },
);

const geminiBody = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };

/** Requests of other operations, with the dialect of the upstream, and the JSON format of a stream. */
const otherQuestions: readonly (readonly [path: string, DialectId, body: object])[] = [
  ['/v1/embeddings', 'openai-chat', { model: 'call-openai-chat', input: 'Hi' }],
  ['/v1beta/models/call-gemini-generate:embedContent', 'gemini-generate', { content: {} }],
  [
    '/v1/messages/count_tokens',
    'anthropic-messages',
    { model: 'call-anthropic-messages', messages: [{ role: 'user', content: 'Hi' }] },
  ],
  ['/v1beta/models/call-gemini-generate:countTokens', 'gemini-generate', geminiBody],
  ['/v1/responses/input_tokens', 'openai-responses', { model: 'call-openai-responses', input: '' }],
  ['/v1beta/models/call-gemini-generate:streamGenerateContent', 'gemini-generate', geminiBody],
];

describe.each(otherQuestions)(
  'a caller of %s hears nothing of our secrets',
  (path, dialect, body) => {
    const asked = { inbound: dialect, outbound: dialect, stream: true, path, body };

    it.each(echoForms)('in $name', async ({ write }) => {
      const answer = write(dialect, createEcho(0));
      if (answer === undefined) return;
      testGateway.forget();
      testGateway.script(() => answer);
      expectNoLeak(await ask(asked));
    });

    it('in a reply with an error beside it', async () => {
      const answer = { data: [], embedding: { values: [] }, input_tokens: 1, totalTokens: 1 };
      testGateway.forget();
      testGateway.script(() => ({ body: JSON.stringify({ ...answer, error: createEcho(1) }) }));
      expectNoLeak(await ask(asked));
    });
  },
);

it.each(echoForms)('a list of models in $name contains none of our secrets', async ({ write }) => {
  for (const [dialect] of pairs) {
    const answer = write(dialect, createEcho(0));
    const upstream = testGateway.gateway.describe().upstreams.get(dialect);
    if (answer === undefined || upstream === undefined) continue;
    const { problem } = await discoverModels(
      upstream,
      createEchoTransport(() => answer),
    );
    expect([...findCredentials(problem ?? ''), ...findPlaces(problem ?? '')]).toEqual([]);
    const { list, error } = await testUpstream(upstream, {
      transport: createEchoTransport(() => answer),
      clock: { now: () => 0, monotonic: () => 0 },
    });
    const shown = [error?.message ?? '', ...(list?.names ?? [])].join(' ');
    expect([...findCredentials(shown), ...findPlaces(shown)]).toEqual([]);
  }
});

it('a list of models whose names are credentials shows none of them', async () => {
  const data = credentials.map((id) => ({ id }));
  const upstream = testGateway.gateway.describe().upstreams.get('openai-chat');
  const tested =
    upstream &&
    (await testUpstream(upstream, {
      transport: createEchoTransport(() => ({ body: JSON.stringify({ data }) })),
      clock: { now: () => 0, monotonic: () => 0 },
    }));
  expect(tested?.list?.names).toHaveLength(credentials.length);
  expect(findCredentials(tested?.list?.names.join('\n') ?? '')).toEqual([]);
});

it('an error that quotes a header is logged with its position, and without a credential', async () => {
  const { word, words } = createEcho(0);
  testGateway.script(() => {
    throw new TypeError(`"Bearer ${word}" is no value.`, { cause: new Error(words) });
  });
  const asked = { inbound: 'openai-chat', outbound: 'openai-chat', stream: true } as const;
  const { log, ...traces } = await ask(asked);
  expect(findCredentials(log)).toEqual([]);
  expect(log).toMatch(/is no value.*vendor-host/);
  expectNoLeak({ ...traces, log: '' });
});

it('a translation note that quotes upstream data contains no secret', async () => {
  const { word, words } = createEcho(3);
  const message = { type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn' };
  const body = JSON.stringify({ ...message, [word]: 1, [words]: 2 });
  testGateway.script(() => ({ body }));
  const traces = await ask({
    inbound: 'openai-chat',
    outbound: 'anthropic-messages',
    stream: false,
  });
  expect(traces.headers).toContain('[redacted]');
  expect(traces.record).toContain('[redacted]');
  expectNoLeak(traces);
});

describe('an error without a secret is forwarded unchanged to a client of the same dialect', () => {
  const message = 'vendor-model-7b takes 3 images, see https://docs.vendor.example/limits.';
  const chat = {
    message,
    type: 'invalid_request_error',
    param: 'messages[0]',
    code: 'bad',
    most: 3,
  };
  const errors = {
    'openai-chat': { error: chat },
    'openai-responses': { error: chat },
    'anthropic-messages': {
      type: 'error',
      error: { type: 'invalid_request_error', message, most: 3 },
    },
    'gemini-generate': {
      error: {
        code: 400,
        message,
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'x', most: 3 }],
      },
    },
  };

  it.each(Object.entries(errors))('%s', async (name, error) => {
    const dialect = name as DialectId;
    const body = JSON.stringify({ ...error, request_id: 'req_011CXyZabcdefgh' });
    testGateway.script(() => ({ status: 400, body }));
    const traces = await ask({ inbound: dialect, outbound: dialect, stream: false });
    expect(traces.status).toBe(400);
    // The only change: the call name replaces the model.
    expect(JSON.parse(traces.body)).toEqual(
      JSON.parse(body.replace('vendor-model-7b', `call-${dialect}`)),
    );
  });
});
