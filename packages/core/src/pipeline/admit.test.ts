import { answerWith, holdAfter, reshape } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { StoreUnavailableError, type KeyLimits } from '../store/index.ts';
import {
  formats,
  inputNanoUsd,
  outputNanoUsd,
  pairs,
  plainPrices,
  plainRates,
  promptBound,
  formatClients,
} from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import {
  chatRequest,
  messagesRequest,
  type TestGateway,
  type TestGatewaySettings,
} from '../testing/test-gateway.ts';

const arrange = ({
  configuration,
  options,
  ...settings
}: TestGatewaySettings): Promise<TestGateway> =>
  openTestGateway({
    configuration: configuration ?? plainPrices,
    // Durations do not matter here, so each call may wait as long as the test may run.
    options: { limits: { quotaWaitMs: 20_000 }, ...options },
    ...settings,
  });

function limitedTo(limits: KeyLimits): Pick<TestGatewaySettings, 'key'> {
  return { key: { limits } };
}

function quotaOf(nanoUsd: number): KeyLimits {
  return { quota: { nanoUsd, reset: 'none' } };
}

const question = { ...chatRequest, max_completion_tokens: 100 };
/** The largest and the smallest reservation of the request. */
const full = promptBound(question) * inputNanoUsd + 100 * outputNanoUsd;
const least = promptBound(question) * inputNanoUsd + 64 * outputNanoUsd;

interface ErrorBody {
  readonly error: { readonly type: string; readonly code: string; readonly message: string };
}

async function readError(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error;
}

describe('an output limit beyond what can be counted', () => {
  it.each([
    ['of one reply', { max_completion_tokens: Number.MAX_SAFE_INTEGER }],
    ['of many replies', { max_completion_tokens: 1e15, n: 128 }],
  ])('is reduced to what the limit of the key pays for: %s', async (_, asked) => {
    const { post, upstream } = await arrange(limitedTo(quotaOf(1_000_000_000)));
    const response = await post('/v1/chat/completions', { ...chatRequest, ...asked });
    expect(response.status).toBe(200);
    const sent = upstream.requests.at(-1)?.body as { readonly max_completion_tokens: number };
    expect(sent.max_completion_tokens).toBeLessThan(1_000_000_000 / outputNanoUsd);
  });
});

describe('a limit that is used up', () => {
  it('rejects a request that cannot be paid for, before any upstream is called', async () => {
    const { post, upstream, store } = await arrange(limitedTo(quotaOf(least - 1)));
    const response = await post('/v1/chat/completions', question);
    expect(response.status).toBe(429);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await readError(response)).toMatchObject({
      type: 'insufficient_quota',
      code: 'key_quota_exhausted',
    });
    expect(upstream.requests).toHaveLength(0);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0, attempts: 0 }]);
  });

  it('reports when a window is reset, in the message and in a header', async () => {
    const { post, upstream } = await arrange(limitedTo({ windows: { '5h': full } }));
    upstream.script(answerWith({ usage: { input: 90, output: 99 } }));
    expect((await post('/v1/chat/completions', question)).status).toBe(200);
    const response = await post('/v1/chat/completions', question);
    expect(response.headers.get('x-ratelimit-reset-5h')).toMatch(/^\d+h/);
    const error = await readError(response);
    expect(error.code).toBe('window_5h_exceeded');
    expect(error.message).toMatch(/begins anew at 20\d\d-/);
  });

  it('is a billing_error for Messages when it is the account’s', async () => {
    const { post, store } = await arrange({});
    await store.changeAccount('default', { prepaid: true });
    const response = await post('/v1/messages', messagesRequest);
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ error: { type: 'billing_error' } });
  });

  it('accepts requests again after a top-up', async () => {
    const { post, store } = await arrange({});
    await store.changeAccount('default', { prepaid: true });
    await store.credit({ id: 'c', kind: 'top-up', accountId: 'default', nanoUsd: 10_000_000 });
    expect((await post('/v1/messages', messagesRequest)).status).toBe(200);
  });
});

describe('a rate', () => {
  it('has a retry-after of at most a minute, and headers on every response', async () => {
    const { post } = await arrange(limitedTo({ requestsPerMinute: 1 }));
    const answered = await post('/v1/chat/completions', question);
    expect(answered.headers.get('x-ratelimit-limit-requests')).toBe('1');
    expect(answered.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(answered.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+(ms|s|m)/);
    const response = await post('/v1/chat/completions', question);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await readError(response)).code).toBe('rate_limit_exceeded');
  });

  it('is reported in the format of each dialect', async () => {
    const { post } = await arrange(limitedTo({ requestsPerMinute: 10 }));
    const { headers } = await post('/v1/messages', messagesRequest);
    expect(headers.get('anthropic-ratelimit-requests-limit')).toBe('10');
    expect(headers.get('anthropic-ratelimit-requests-remaining')).toBe('9');
    expect(headers.get('anthropic-ratelimit-requests-reset')).toMatch(/^20\d\d-.*Z$/);
    expect(headers.get('x-ratelimit-limit-requests')).toBeNull();
    const { path, ask } = formatClients.gemini;
    const native = await post(path, ask(100, false));
    expect([...native.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  it('rejects a request when all slots are used, until one is released', async () => {
    const { post, upstream } = await arrange(limitedTo({ concurrency: 1 }));
    upstream.script(reshape(answerWith({}), (answer) => holdAfter(answer, 0)));
    const first = post('/v1/chat/completions', question);
    await upstream.nextRequest();
    const refused = await post('/v1/chat/completions', question);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await readError(refused)).code).toBe('concurrency_exceeded');
    upstream.script(answerWith({}));
    upstream.release();
    expect((await first).status).toBe(200);
    expect((await post('/v1/chat/completions', question)).status).toBe(200);
  });
});

describe('money that other requests reserve', () => {
  it('is waited for, and used as soon as it is released', async () => {
    const { post, upstream, store } = await arrange(limitedTo(quotaOf(full)));
    upstream.script(reshape(answerWith({}), (answer) => holdAfter(answer, 0)));
    const first = post('/v1/chat/completions', question);
    await upstream.nextRequest();
    const second = post('/v1/chat/completions', question);
    upstream.script(answerWith({}));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(upstream.requests).toHaveLength(1);
    upstream.release();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect(store.exchanges).toHaveLength(2);
    expect((await store.checkLedger()).openReservations).toBe(0);
  });

  it('is reserved across the keys of one account', async () => {
    const { post, upstream, store, addKey } = await arrange({});
    await store.changeAccount('default', { prepaid: true });
    await store.credit({ id: 'c', kind: 'top-up', accountId: 'default', nanoUsd: full });
    const authorization = `Bearer ${await addKey({ id: 'key_2' })}`;
    upstream.script(reshape(answerWith({}), (answer) => holdAfter(answer, 0)));
    const first = post('/v1/chat/completions', question);
    await upstream.nextRequest();
    const second = post('/v1/chat/completions', question, { headers: { authorization } });
    upstream.script(answerWith({}));
    upstream.release();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(store.exchanges.map(({ keyId }) => keyId)).toEqual(['key_1', 'key_2']);
  });

  it('is not waited for after the client disconnects', async () => {
    const { post, upstream, store } = await arrange(limitedTo(quotaOf(full)));
    upstream.script(reshape(answerWith({}), (answer) => holdAfter(answer, 0)));
    const first = post('/v1/chat/completions', question);
    await upstream.nextRequest();
    const leaving = new AbortController();
    const second = post('/v1/chat/completions', question, { signal: leaving.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    leaving.abort();
    await second.catch(() => undefined);
    await expect.poll(() => store.exchanges).toMatchObject([{ outcome: 'canceled', attempts: 0 }]);
    upstream.release();
    await first;
    expect((await store.checkLedger()).openReservations).toBe(0);
  });

  it('is never overspent by many concurrent requests', async () => {
    const quota = 40 * full;
    const { post, store } = await arrange(limitedTo(quotaOf(quota)));
    const asked = Array.from({ length: 100 }, () => post('/v1/chat/completions', question));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const key = await store.readKey('key_1');
    expect(key?.state.spent).toBe(100 * (12 * inputNanoUsd + 5 * outputNanoUsd));
    // What was held ahead is given back after a second without use.
    const readReserved = async () => (await store.readKey('key_1'))?.state.reservedNanoUsd;
    await expect.poll(readReserved, { timeout: 30_000 }).toBe(0);
  });
});

describe('a price that is not known', () => {
  it('is rejected where money is limited', async () => {
    const { post, upstream } = await arrange({ configuration: {}, ...limitedTo(quotaOf(full)) });
    const response = await post('/v1/chat/completions', question);
    expect(response.status).toBe(403);
    expect(await readError(response)).toMatchObject({
      ...{ code: 'price_unknown', param: 'model' },
      message: 'This model has no price, so this API key cannot use it.',
    });
    expect(upstream.requests).toHaveLength(0);
  });

  it('is rejected everywhere if the operator configures it', async () => {
    const { post } = await arrange({ configuration: { pricing: { unknown: 'refuse' } } });
    expect((await post('/v1/chat/completions', question)).status).toBe(403);
  });

  it('is quarantined otherwise, without a cost', async () => {
    const { post, store } = await arrange({ configuration: {} });
    const response = await post('/v1/chat/completions', question);
    expect(response.status).toBe(200);
    expect(response.headers.get('parley-cost')).toBeNull();
    expect(store.exchanges).toMatchObject([{ pricing: 'quarantined', chargedNanoUsd: 0 }]);
  });

  it('only excludes the targets without a price', async () => {
    const configuration = { prices: [{ match: 'up1/*', ...plainRates }] };
    const { post, upstreams } = await arrange({
      configuration,
      formats: ['chat', 'chat'],
      ...limitedTo(quotaOf(full)),
    });
    expect((await post('/v1/chat/completions', question)).status).toBe(200);
    expect(upstreams.map(({ requests }) => requests.length)).toEqual([0, 1]);
  });
});

describe('a store that is unavailable', () => {
  it('rejects requests of limited keys and accepts the others', async () => {
    const { post, store, addKey } = await arrange(limitedTo(quotaOf(full)));
    const authorization = `Bearer ${await addKey({ id: 'key_2' })}`;
    Object.assign(store, { reserve: () => Promise.reject(new StoreUnavailableError('down')) });
    const closed = await post('/v1/chat/completions', question);
    expect(closed.status).toBe(503);
    expect(closed.headers.get('retry-after')).not.toBeNull();
    expect((await readError(closed)).code).toBe('store_unavailable');
    const open = await post('/v1/chat/completions', question, { headers: { authorization } });
    expect(open.status).toBe(200);
  });
});

/** The output limit in the upstream request. */
function limitOf(body: unknown): unknown {
  const fields = body as Readonly<Record<string, unknown>>;
  const config = fields['generationConfig'] as { maxOutputTokens?: number } | undefined;
  return (
    fields['max_tokens'] ??
    fields['max_completion_tokens'] ??
    fields['max_output_tokens'] ??
    config?.maxOutputTokens
  );
}

describe.each(pairs)(
  'a %s client of a %s upstream that can pay for less than requested',
  (client, format) => {
    it('gets a lower output limit', async () => {
      const { path, ask } = formatClients[client];
      const body = ask(500, false);
      const nanoUsd = promptBound(body) * inputNanoUsd + 90 * outputNanoUsd;
      const { post, upstream } = await arrange({
        formats: [format],
        ...limitedTo(quotaOf(nanoUsd)),
      });
      expect((await post(path, body)).status).toBe(200);
      expect(limitOf(upstream.requests[0]?.body)).toBe(90);
    });
  },
);

describe.each(formats)('a %s client that can pay for its request', (client) => {
  it('is served as requested', async () => {
    const { path, ask } = formatClients[client];
    const body = ask(500, false);
    const nanoUsd = promptBound(body) * inputNanoUsd + 500 * outputNanoUsd;
    const { post, upstream } = await arrange({ formats: [client], ...limitedTo(quotaOf(nanoUsd)) });
    expect((await post(path, body)).status).toBe(200);
    expect(limitOf(upstream.requests[0]?.body)).toBe(500);
  });
});

it('rejects a request whose limit leaves no room for reasoning', async () => {
  const body = {
    ...messagesRequest,
    max_tokens: 4_000,
    thinking: { type: 'enabled', budget_tokens: 2_000 },
  };
  const prompt = promptBound(body) * inputNanoUsd;
  const { post } = await arrange({
    formats: ['messages'],
    ...limitedTo(quotaOf(prompt + 2_063 * outputNanoUsd)),
  });
  expect((await post('/v1/messages', body)).status).toBe(429);
});
