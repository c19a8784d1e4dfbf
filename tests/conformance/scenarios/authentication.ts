// §5 and "Authentication": which credentials are accepted, and in which form.
import { at, check, checkAbsent, checkEqual, checkStatus } from '../check.ts';
import { chat } from '../formats/chat.ts';
import type { ClientFormat } from '../formats/client-format.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { gemini } from '../formats/gemini.ts';
import { messages } from '../formats/messages.ts';
import { responses } from '../formats/responses.ts';
import type { Call } from '../http/client.ts';
import type { Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

interface Route extends Call {
  /** The format of its errors. */
  readonly clientFormat: ClientFormat;
}

const body = {};

/** Every route of the specification, and further routes that clients use. */
const routes: readonly Route[] = [
  { path: '/v1/chat/completions', body, clientFormat: chat },
  { path: '/v1/messages', body, clientFormat: messages },
  { path: '/v1/messages/count_tokens', body, clientFormat: messages },
  { path: '/v1/models', clientFormat: chat },
  { path: '/v1/models/any', clientFormat: chat },
  { path: '/v1/usage', clientFormat: chat },
  { path: '/v1beta/models', clientFormat: gemini },
  { path: '/v1beta/models/any', clientFormat: gemini },
  { path: '/v1beta/models/any:generateContent', body, clientFormat: gemini },
  { path: '/v1beta/models/any:streamGenerateContent', body, clientFormat: gemini },
  { path: '/v1beta/models/any:countTokens', body, clientFormat: gemini },
  { path: '/v1/models/any:generateContent', body, clientFormat: gemini },
  { path: '/v1/embeddings', body, clientFormat: chat },
  { path: '/v1/responses', body, clientFormat: responses },
];

/** One route of each format, for tests with many credentials. */
const oneOfEach = routes.filter(({ path }) =>
  ['/v1/chat/completions', '/v1/messages', '/v1beta/models', '/v1/responses'].includes(path),
);

const unauthorized: Readonly<Record<string, string>> = {
  chat: 'invalid_request_error',
  messages: 'authentication_error',
  gemini: 'UNAUTHENTICATED',
  responses: 'invalid_request_error',
};

/** Changes the last character, so that the checksum is wrong. */
function misspell(key: string): string {
  return key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
}

export const authenticationScenarios: readonly Scenario[] = [
  {
    id: 'no-key',
    title: 'no route answers without a key, each refuses in its own format',
    rules: [
      'spec-4.11',
      'spec-5.1',
      'auth-wrong',
      'status-key',
      'envelope-chat',
      'envelope-messages',
      'envelope-gemini',
      'envelope-json',
      'envelope-request-id',
      'retry-told',
    ],
    needs: 'key',
    async run(context) {
      for (const { clientFormat, ...call } of routes) {
        const reply = await context.send({ ...call, key: null });
        expectError(context, clientFormat, {
          reply,
          status: 401,
          type: unauthorized[clientFormat.name] ?? '',
          code: 'invalid_api_key',
        });
        checkEqual(reply.headers['x-should-retry'], 'false', `x-should-retry of ${call.path}`);
      }
    },
  },
  {
    id: 'wrong-keys',
    title: 'invalid keys are rejected, always with the same message',
    rules: ['auth-wrong', 'auth-shape', 'status-key', 'spec-5.1'],
    needs: 'key',
    async run(context) {
      const { key } = context.target;
      const wrong = [
        'sk-wrong',
        '*',
        "' OR 1=1 --",
        key.slice(0, -1),
        `${key}A`,
        key.toUpperCase(),
        misspell(key),
        'x'.repeat(4_000),
      ];
      const answers = new Set<string>();
      for (const { clientFormat, ...call } of oneOfEach) {
        await forEachCase(wrong, async (bad) => {
          const reply = await context.send({ ...call, key: bad });
          answers.add(expectError(context, clientFormat, { reply, status: 401 }).message);
        });
      }
      checkEqual(answers.size, 1, 'different answers');
    },
  },
  {
    id: 'other-schemes',
    title: 'a key behind another scheme than Bearer, or in a cookie, is none',
    rules: ['spec-5.2', 'auth-wrong'],
    needs: 'key',
    async run({ send, target: { key } }) {
      await forEachCase(
        [
          { authorization: `Basic ${Buffer.from(`key:${key}`).toString('base64')}` },
          { authorization: key },
          { cookie: `key=${key}; x-api-key=${key}` },
        ],
        async (headers) => {
          checkStatus(await send({ path: '/v1/models', key: null, headers }), 401);
        },
      );
    },
  },
  {
    id: 'three-headers',
    title: 'each of the three headers, and that of Azure, is taken on each route',
    rules: ['spec-5.2', 'spec-5.3', 'auth-everywhere'],
    needs: 'key',
    async run({ send, target: { key } }) {
      const headers = [
        { authorization: `Bearer ${key}` },
        { authorization: `bearer ${key}` },
        { 'x-api-key': key },
        { 'x-goog-api-key': key },
        { 'api-key': key },
      ];
      for (const { clientFormat: _, ...call } of routes) {
        await forEachCase(headers, async (credential) => {
          const { status } = await send({ ...call, key: null, headers: credential });
          check(status !== 401 && status < 500, `${call.path} gave ${status}`);
        });
      }
    },
  },
  {
    id: 'foreign-credentials',
    title: 'a foreign credential beside a key is ignored',
    rules: ['auth-shape'],
    needs: 'key',
    async run({ send, target: { key } }) {
      await forEachCase(
        [
          { authorization: 'Bearer some.oauth.token', 'x-api-key': key },
          { authorization: 'Bearer some.oauth.token', 'x-goog-api-key': key },
          { authorization: `Bearer ${key}`, 'x-api-key': 'sk-of-somebody-else' },
        ],
        async (headers) => {
          checkStatus(await send({ path: '/v1/usage', key: null, headers }), 200);
        },
      );
    },
  },
  {
    id: 'same-key-twice',
    title: 'the same key in two headers is fine',
    rules: ['auth-same-twice'],
    needs: 'key',
    async run({ send, target: { key } }) {
      const headers = { 'x-api-key': key, 'x-goog-api-key': key };
      checkStatus(await send({ path: '/v1/usage', headers }), 200);
    },
  },
  {
    id: 'two-keys',
    title: 'two different keys in one request are refused, wherever they are',
    rules: ['auth-conflict'],
    needs: 'admin',
    async run(context) {
      const { secret } = await context.admin.createKey();
      const { key } = context.target;
      await forEachCase(
        [
          { authorization: `Bearer ${key}`, 'x-api-key': secret },
          { authorization: `Bearer ${secret}`, 'x-api-key': key },
          { 'x-api-key': key, 'x-goog-api-key': secret },
        ],
        async (headers) => {
          for (const { clientFormat, ...call } of oneOfEach) {
            const reply = await context.send({ ...call, key: null, headers });
            expectError(context, clientFormat, {
              reply,
              status: 401,
              code: 'conflicting_api_keys',
            });
          }
        },
      );
      for (const query of [`?key=${key}&key=${secret}`, `?key=${secret}&key=${key}`]) {
        const reply = await context.send({ path: `/v1beta/models${query}`, key: null });
        expectError(context, gemini, { reply, status: 401, code: 'conflicting_api_keys' });
      }
    },
  },
  {
    id: 'key-in-query',
    title: 'a key in the query is for Gemini routes only, and never repeated',
    rules: ['auth-query', 'auth-query-other-name'],
    needs: 'key',
    async run(context) {
      const { key } = context.target;
      const native = await context.send({ path: `/v1beta/models?key=${key}`, key: null });
      checkStatus(native, 200);
      for (const { clientFormat, ...call } of routes) {
        const names = clientFormat.name === 'gemini' ? ['api_key'] : ['key', 'api_key'];
        for (const name of names) {
          for (const header of [null, key]) {
            const path = `${call.path}?${name}=${key}`;
            const reply = await context.send({ ...call, path, key: header });
            expectError(context, clientFormat, { reply, status: 400, code: 'api_key_in_query' });
            checkAbsent(reply.text, key, 'the key');
          }
        }
      }
    },
  },
  {
    id: 'key-before-body',
    title: 'a wrong key is rejected before the body is read',
    rules: ['auth-first'],
    needs: 'key',
    async run({ send }) {
      for (const { clientFormat: _, ...call } of routes.filter(
        (route) => route.body !== undefined,
      )) {
        const odd = { 'content-type': 'text/plain' };
        const reply = await send({ ...call, body: '{"broken', headers: odd, key: 'sk-wrong' });
        checkStatus(reply, 401);
      }
    },
  },
  {
    id: 'no-way-round',
    title: 'no spelling of a path and no header bypasses authentication',
    rules: ['auth-no-way-round', 'spec-4.11'],
    needs: 'key',
    async run({ send }) {
      const paths = [
        '/v1/models/',
        '//v1/models',
        '/v1//models',
        '/v1/./models',
        '/v1/../v1/models',
        '/healthz/../v1/models',
        '/V1/MODELS',
        '/v1%2fmodels',
        '/v1/%6dodels',
        '/v1/models;x=y',
        '/v1/models%00',
        '/v1/models?key=',
        '/v1/usage#x',
        '/readyz/v1/usage',
      ];
      await forEachCase(paths, async (path) => {
        const { status, text } = await send({ path, key: null });
        check(status >= 400 && status < 500, `status ${status}`);
        checkAbsent(text, '"data"', 'a list');
      });
      const headers = {
        'x-original-url': '/healthz',
        'x-rewrite-url': '/healthz',
        'x-http-method-override': 'OPTIONS',
        'x-forwarded-host': 'localhost',
        'x-forwarded-for': '127.0.0.1',
      };
      checkStatus(await send({ path: '/v1/models', key: null, headers }), 401);
      await forEachCase(['x/healthz?', 'x/healthz#', 'x\\healthz?'], async (host) => {
        const { status } = await send({ path: '/v1/usage', key: null, headers: { host } });
        // Servers may refuse it before the gateway, in their own way.
        check(status >= 400, `status ${status}`);
      });
    },
  },
  {
    id: 'wrong-keys-are-counted',
    title: 'failed authentication is limited, while valid keys that were used before still work',
    rules: ['auth-guesses', 'retry-after-short'],
    needs: 'admin',
    alone: true,
    async run(context) {
      const { id, secret } = await context.admin.createKey();
      await context.admin.sendOrThrow('DELETE', `/keys/${id}`);
      const guesses = Array.from({ length: 100 }, () =>
        context.send({ path: '/v1/models', key: secret }),
      );
      const replies = await Promise.all(guesses);
      const refused = replies.filter(({ status }) => status !== 401);
      check(refused.length > 0, '100 guesses were let through');
      for (const reply of refused) {
        expectError(context, chat, { reply, status: 429, code: 'too_many_wrong_keys' });
        check(reply.headers['retry-after'] !== undefined, 'there is no retry-after');
      }
      checkStatus(await context.send({ path: '/v1/models' }), 200);
    },
  },
  {
    id: 'every-answer-has-an-id',
    title: 'every answer names its request',
    rules: ['envelope-request-id'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const ids = new Set<string>();
      const calls = [
        { path: '/v1/models' },
        { path: '/v1/usage' },
        { path: '/v1/nowhere' },
        ...clientFormats.map((clientFormat) => clientFormat.ask({ model, prompt: 'Say hello.' })),
      ];
      for (const call of calls) {
        const { headers } = await send(call);
        check(headers['x-request-id'] !== undefined, `${call.path} has no x-request-id`);
        ids.add(headers['x-request-id']);
      }
      checkEqual(ids.size, calls.length, 'different ids');
    },
  },
  {
    id: 'admin-needs-a-token',
    title: 'a key is not valid for the admin API',
    rules: ['spec-4.11', 'auth-no-way-round'],
    needs: 'key',
    async run({ send }) {
      await forEachCase(['/keys', '/accounts', '/exchanges', '/openapi.json'], async (path) => {
        const reply = await send({ path: `/admin/v1${path}` });
        check([401, 404].includes(reply.status), `status ${reply.status}`);
        checkEqual(at(reply.body, 'data'), undefined, 'data');
      });
    },
  },
];
