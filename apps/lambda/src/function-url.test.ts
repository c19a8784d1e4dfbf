import { answerWith, delayFrames, reshape } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chatRequest,
  startTimeoutMs,
  startTestGateway,
  type TestGateway,
} from './testing/test-gateway.ts';

const inMemory = { PARLEY_STORE: 'memory' };
const many = { instances: 1, concurrency: 8, environment: inMemory };
const single = { instances: 1, concurrency: 1, environment: inMemory };
const buffered = { ...single, handler: 'main.bufferedHandler' };

const slowly = reshape(answerWith({ text: ['Part ', 'one.', ' Pärt ', 'two 🎉'] }), (answer) =>
  delayFrames(answer, 100),
);

const variants = [
  ['streams', 'one request at a time', single],
  ['streams', 'many requests at a time', many],
  ['gives whole answers', 'one request at a time', buffered],
] as const;

describe.each(variants)('a function that %s, %s', (kind, _, settings) => {
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway(settings);
  }, startTimeoutMs);
  afterAll(() => testGateway.close());

  it('answers a whole chat completion', async () => {
    testGateway.upstream.script(answerWith({ text: 'Gütén Mörgen 🎉' }));
    const response = await testGateway.ask('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: 'Gütén Mörgen 🎉' } }],
    });
  });

  it('answers a stream to its end mark', async () => {
    testGateway.upstream.script(slowly);
    const response = await testGateway.ask('/v1/chat/completions', {
      ...chatRequest,
      stream: true,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text).toContain('two 🎉');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it.each([
    ['/v1/chat/completions', { error: { code: 'invalid_api_key' } }],
    ['/v1/messages', { type: 'error', error: { type: 'authentication_error' } }],
    ['/v1/responses', { error: { code: 'invalid_api_key' } }],
    ['/v1beta/models/m:generateContent', { error: { code: 401, status: 'UNAUTHENTICATED' } }],
  ])('refuses a wrong key on %s in the form of that endpoint', async (path, expected: object) => {
    const response = await fetch(`${testGateway.platform.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-parley-wrong', 'content-type': 'application/json' },
      body: JSON.stringify(chatRequest),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject(expected);
  });

  it('keeps a path as it was sent', async () => {
    const response = await testGateway.ask('/v1/models/remote%2Fvendor%2Fm');
    expect(await response.json()).toMatchObject({ id: 'remote/vendor/m' });
  });

  it('keeps a query as it was sent', async () => {
    const made = await testGateway.administer('keys?limit=1');
    expect(made).toMatchObject({ data: [{ name: 'stage' }] });
  });

  it('accepts a body of five megabytes', async () => {
    testGateway.upstream.script(answerWith({ text: 'Read.' }));
    const messages = [{ role: 'user', content: 'ä'.repeat(2.5 * 1024 * 1024) }];
    const response = await testGateway.ask('/v1/chat/completions', { model: 'm', messages });
    expect(response.status).toBe(200);
    const { body } = testGateway.upstream.requests.at(-1) ?? {};
    expect(JSON.stringify(body)).toContain(messages[0]?.content);
  });

  it('leaves a larger one to the platform, which rejects it', async () => {
    const messages = [{ role: 'user', content: 'a'.repeat(7 * 1024 * 1024) }];
    const response = await testGateway.ask('/v1/chat/completions', { model: 'm', messages });
    expect(response.status).toBe(413);
  });

  it(`answers nine megabytes ${kind === 'streams' ? 'whole' : 'with an error that says so'}`, async () => {
    const text = 'ab'.repeat(4.5 * 1024 * 1024);
    testGateway.upstream.script(answerWith({ text }));
    const response = await testGateway.ask('/v1/chat/completions', chatRequest);
    const isWhole = kind === 'streams';
    expect(response.status).toBe(isWhole ? 200 : 502);
    expect((await response.text()).includes(isWhole ? text : 'answer_too_large')).toBe(true);
  });
});

describe('a function that streams', () => {
  it(
    'sends each piece when it comes, to several callers at once',
    { timeout: startTimeoutMs },
    async () => {
      const testGateway = await startTestGateway({ ...many, script: slowly });
      try {
        const ask = async () => {
          const response = await testGateway.ask('/v1/chat/completions', {
            ...chatRequest,
            stream: true,
          });
          const pieces: string[] = [];
          for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
          return pieces;
        };
        for (const pieces of await Promise.all([ask(), ask(), ask()])) {
          expect(pieces.length).toBeGreaterThan(2);
          expect(pieces.join('')).toContain('[DONE]');
        }
        expect(testGateway.platform.pids()).toHaveLength(1);
      } finally {
        await testGateway.close();
      }
    },
  );

  it(
    'goes on when its caller leaves, because nobody tells it',
    { timeout: startTimeoutMs },
    async () => {
      const testGateway = await startTestGateway({ ...many, script: slowly });
      try {
        const leaving = new AbortController();
        const { signal } = leaving;
        const question = { ...chatRequest, stream: true };
        const response = await testGateway.ask('/v1/chat/completions', question, { signal });
        await response.body?.getReader().read();
        leaving.abort();
        await expect
          .poll(() => testGateway.administer('exchanges?limit=1'), { timeout: 10_000 })
          .toMatchObject({ data: [{ outcome: 'completed' }] });
      } finally {
        await testGateway.close();
      }
    },
  );

  it(
    'ends with an error event and is settled before its invocation times out',
    { timeout: startTimeoutMs },
    async () => {
      const script = reshape(answerWith({ text: ['a', 'b', 'c', 'd', 'e'] }), (answer) =>
        delayFrames(answer, 400),
      );
      const testGateway = await startTestGateway({ ...many, script, timeoutMs: 4_000 });
      try {
        const question = { ...chatRequest, stream: true };
        const response = await testGateway.ask('/v1/chat/completions', question);
        expect(await response.text()).toMatch(
          /"b"[^]*\n\nevent: error\ndata: .*total_timeout.*\n\n$/,
        );
        expect(await testGateway.administer('exchanges?limit=1')).toMatchObject({
          data: [{ outcome: 'failed' }],
        });
      } finally {
        await testGateway.close();
      }
    },
  );
});

describe('a response that the platform breaks off', () => {
  it('is settled, and the instance keeps serving', { timeout: startTimeoutMs }, async () => {
    const text = Array.from({ length: 64 }, () => 'ab'.repeat(64 * 1024));
    const script = reshape(answerWith({ text }), (answer) => delayFrames(answer, 20));
    const testGateway = await startTestGateway({ ...many, script, largestStream: 1024 * 1024 });
    try {
      const pids = testGateway.platform.pids();
      const response = await testGateway.ask('/v1/chat/completions', {
        ...chatRequest,
        stream: true,
      });
      await expect(response.text()).rejects.toThrow();
      await expect
        .poll(() => testGateway.administer('exchanges?limit=1'), { timeout: 10_000 })
        .toMatchObject({ data: [{ outcome: 'canceled' }] });
      expect(testGateway.platform.pids()).toEqual(pids);
    } finally {
      await testGateway.close();
    }
  });
});

const faulty = [
  ['no store', {}, 'PARLEY_STORE'],
  ['a faulty configuration', { ...inMemory, PARLEY_CONFIG_YAML: 'upstreams: 1' }, 'upstreams'],
  ['a pool of no size', { ...inMemory, PARLEY_POOL_SIZE: 'many' }, 'PARLEY_POOL_SIZE'],
  [
    'no admin token',
    { ...inMemory, PARLEY_ADMIN_TOKEN: 'hunter2-hunter2' },
    'generate admin-token',
  ],
  ['a file that is missing', { ...inMemory, PARLEY_CONFIG: 'missing.yaml' }, 'missing.yaml'],
] as const;

describe('a function that cannot start', () => {
  it.each(faulty)(
    'because of %s answers 503, and its log says why',
    { timeout: startTimeoutMs },
    async (_, environment, reason) => {
      const failure = await startTestGateway({
        environment: { PARLEY_ADMIN_TOKEN: '', ...environment },
      }).then(() => '', String);
      expect(failure).toContain('not_started');
      const log = failure.slice(failure.indexOf('\n'));
      expect(log).toContain('The gateway could not start');
      expect(log).toContain(reason);
      expect(log).not.toContain('hunter2');
    },
  );
});
