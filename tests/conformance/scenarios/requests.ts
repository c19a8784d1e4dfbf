// "Requests": which are accepted, and which are rejected before an upstream is called.
import { check, checkEqual, checkMatch, checkStatus } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { gemini } from '../formats/gemini.ts';
import { messages } from '../formats/messages.ts';
import { responses } from '../formats/responses.ts';
import type { Scenario } from '../scenario.ts';
import { sendWhole, expectError, forEachCase, withModel } from './expect.ts';

const mebibyte = 1024 * 1024;
const path = '/v1/chat/completions';

/** Bodies that are not a JSON object. */
const brokenBodies = [
  '{',
  '{"model":}',
  'null',
  '[]',
  '"text"',
  '7',
  '{"model":"a"} {"model":"b"}',
  "{'model':'a'}",
  '{"model":"a",}',
  '{"a":01}',
  '{"a":"\u0001"}',
  '\uFEFF{}x',
  `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
  '['.repeat(200_000),
] as const;

export const requestScenarios: readonly Scenario[] = [
  {
    id: 'broken-json',
    title: 'a body that is not a JSON object is rejected in every format',
    rules: ['request-json', 'status-body', 'envelope-chat', 'envelope-messages', 'envelope-gemini'],
    needs: 'key',
    async run(context) {
      const types = { chat: 'invalid_request_error', gemini: 'INVALID_ARGUMENT' };
      for (const clientFormat of clientFormats) {
        const { path: where } = clientFormat.ask({ model: context.target.model, prompt: '' });
        await forEachCase(brokenBodies, async (body) => {
          expectError(context, clientFormat, {
            reply: await context.send({ path: where, body }),
            status: 400,
            type: clientFormat.name === 'gemini' ? types.gemini : types.chat,
          });
        });
      }
    },
  },
  {
    id: 'broken-text',
    title: 'a body that is not UTF-8 is refused',
    rules: ['request-json'],
    needs: 'key',
    async run(context) {
      const utf16 = Buffer.from('{"model":"a"}', 'utf16le');
      const cut = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]);
      for (const body of [utf16, cut]) {
        const reply = await context.send({ path, body });
        expectError(context, chat, { reply, status: 400 });
      }
    },
  },
  {
    id: 'empty-body',
    title: 'a call without a body is refused',
    rules: ['request-json', 'status-body'],
    needs: 'key',
    async run(context) {
      for (const clientFormat of clientFormats) {
        const { path: where } = clientFormat.ask({ model: context.target.model, prompt: '' });
        const reply = await context.send({ path: where, body: '' });
        expectError(context, clientFormat, { reply, status: 400 });
      }
    },
  },
  {
    id: 'field-types',
    title: 'fields of a wrong type are refused in every format before an upstream is called',
    rules: ['request-fields', 'status-body'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      const cases = [
        [messages, { path: '/v1/messages', body: { model, max_tokens: 8, messages: 'Hi' } }],
        [messages, { path: '/v1/messages', body: { model, max_tokens: 8, messages: [7] } }],
        [
          messages,
          { path: '/v1/messages', body: { model, max_tokens: 8, messages: [], temperature: 'x' } },
        ],
        [
          messages,
          {
            path: '/v1/messages',
            body: {
              model,
              max_tokens: 8,
              messages: [{ role: 'user', content: 'Hi' }],
              stream: 'x',
            },
          },
        ],
        [gemini, { path: `/v1beta/models/${model}:generateContent`, body: { contents: 'Hi' } }],
        [
          gemini,
          { path: `/v1beta/models/${model}:generateContent`, body: { contents: [{ parts: 7 }] } },
        ],
        [responses, { path: '/v1/responses', body: { model, input: 7 } }],
        [responses, { path: '/v1/responses', body: { model, input: 'Hi', stream: 'x' } }],
        [chat, { path, body: { model, messages: [{ role: 'user', content: 'Hi' }], tools: 'x' } }],
        [chat, { path, body: { model, messages: [{ role: 'user', content: 'Hi' }], stop: 7 } }],
      ] as const;
      for (const [clientFormat, call] of cases) {
        const reply = await context.send(call);
        check(reply.status === 400, `${JSON.stringify(call)} gave ${reply.status}`);
        expectError(context, clientFormat, { reply, status: 400 });
      }
    },
  },
  {
    id: 'unknown-fields',
    title: 'unknown fields are accepted',
    rules: ['request-unknown-fields'],
    needs: 'key',
    async run({ send, target: { model } }) {
      for (const clientFormat of [chat, messages]) {
        const call = clientFormat.ask({ model, prompt: 'Say hello.' });
        const more = { unheard_of: { deep: [1, 'two'] } };
        checkStatus(await send({ ...call, body: { ...(call.body as object), ...more } }), 200);
      }
    },
  },
  {
    id: 'unknown-paths',
    title: 'paths that do not exist are 404 in the format of their beginning',
    rules: ['status-path', 'envelope-unknown-path', 'envelope-chat', 'envelope-gemini'],
    needs: 'key',
    async run(context) {
      const paths = [
        [chat, '/v1'],
        [chat, '/v1/chat'],
        [chat, '/v1/chat/completions/x'],
        [chat, '/v2/chat/completions'],
        [chat, '/nowhere'],
        [chat, '/v1/..%2fadmin'],
        [messages, '/v1/messages/nowhere'],
        [gemini, '/v1beta'],
        [gemini, '/v1beta/nowhere'],
      ] as const;
      for (const [clientFormat, where] of paths) {
        const reply = await context.send({ path: where });
        check(reply.status === 404, `${where} gave ${reply.status}`);
        expectError(context, clientFormat, {
          reply,
          status: 404,
          code: 'unknown_endpoint',
          message: where,
        });
      }
    },
  },
  {
    id: 'wrong-methods',
    title: 'methods that an endpoint does not have are 405 and name the right one',
    rules: ['status-method', 'request-methods'],
    needs: 'key',
    async run(context) {
      const cases = [
        [chat, path, 'POST'],
        [messages, '/v1/messages', 'POST'],
        [messages, '/v1/messages/count_tokens', 'POST'],
        [chat, '/v1/usage', 'GET'],
        [gemini, '/v1beta/models', 'GET'],
      ] as const;
      for (const [clientFormat, where, right] of cases) {
        for (const method of ['PUT', 'PATCH', 'DELETE', right === 'GET' ? 'POST' : 'GET']) {
          const reply = await context.send({ method, path: where });
          check(reply.status === 405, `${method} ${where} gave ${reply.status}`);
          expectError(context, clientFormat, { reply, status: 405 });
          checkMatch(reply.headers['allow'] ?? '', new RegExp(right), 'allow');
        }
      }
    },
  },
  {
    id: 'head-and-options',
    title: 'HEAD, OPTIONS and unknown methods are answered',
    rules: ['request-methods'],
    needs: 'key',
    async run({ send }) {
      for (const where of ['/v1/models', path, '/v1/nowhere']) {
        await forEachCase(['HEAD', 'OPTIONS', 'PROPFIND'], async (method) => {
          const { status, text } = await send({ method, path: where });
          check(status < 500, `${where} gave ${status}`);
          if (method === 'HEAD') checkEqual(text, '', 'the body of HEAD');
        });
      }
      checkStatus(await send({ method: 'HEAD', path: '/v1/models' }), 200);
    },
  },
  {
    id: 'odd-model-names',
    title: 'names of models are only looked up, in any spelling',
    rules: ['request-names', 'status-model-unknown'],
    needs: 'key',
    async run(context) {
      const names = [
        '',
        ' ',
        '../../admin/v1/keys',
        '..%2f..%2fadmin',
        'a\r\nx-injected: 1',
        'a\u0000b',
        "'; DROP TABLE keys; --",
        '{{7*7}}',
        '__proto__',
        'constructor',
        'toString',
        '\u202Egpt',
        'ｇｐｔ-5',
        '\uD800',
        'x'.repeat(10_000),
        '/',
        'a//b',
        '*',
      ];
      for (const clientFormat of [chat, messages, responses]) {
        await forEachCase(names, async (name) => {
          const call = withModel(clientFormat.ask({ model: 'any', prompt: 'Hi' }), name);
          const reply = await context.send(call);
          check([400, 404].includes(reply.status), `status ${reply.status}`);
          expectError(context, clientFormat, { reply, status: reply.status });
          checkEqual(reply.headers['x-injected'], undefined, 'x-injected');
        });
      }
    },
  },
  {
    id: 'twice-the-same-field',
    title: 'a duplicate field is either rejected or used as it is forwarded',
    rules: ['request-json', 'request-fields'],
    needs: 'upstream',
    async run({ send, testGateway }) {
      const play = testGateway.play(testGateway.answer({ text: 'Yes.' }));
      const turns = JSON.stringify([{ role: 'user', content: play.mark }]);
      const body = `{"model":"no-model","model":"by-chat","stream":true,"stream":false,"messages":${turns}}`;
      const { status } = await send({ path, body });
      check(status === 400 || status === 200, `status ${status}`);
      for (const { text } of play.requests) check(!text.includes('no-model'), text);
    },
  },
  {
    id: 'framing',
    title: 'a body is taken with its length and chunked, in pieces of any size',
    rules: ['request-framing'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const call = chat.ask({ model, prompt: 'Say hello, 世界. 👋🏽' });
      await forEachCase([undefined, 1, 7, 100_000], async (pieceBytes) => {
        checkStatus(await send({ ...call, ...(pieceBytes !== undefined && { pieceBytes }) }), 200);
      });
    },
  },
  {
    id: 'big-body',
    title: 'a body of 4 MiB is taken and reaches the model whole, however it is framed',
    rules: ['request-size', 'request-framing'],
    needs: 'upstream',
    async run(context) {
      const filler = 'a line of a long document\n'.repeat((4 * mebibyte) / 26);
      for (const pieceBytes of [undefined, 60_000]) {
        const play = context.testGateway.play(context.testGateway.answer({ text: 'Yes.' }));
        const call = chat.ask({ model: 'by-messages', prompt: `${play.mark}${filler}the end.` });
        checkStatus(await context.send({ ...call, ...(pieceBytes && { pieceBytes }) }), 200);
        const { text } = await play.firstRequest();
        check(text.length > filler.length && text.includes('the end.'), 'it was cut');
      }
    },
  },
  {
    id: 'too-big-body',
    title: 'a body of 40 MiB is refused, whether it declares its length or not',
    rules: ['request-size', 'status-size'],
    needs: 'upstream',
    async run(context) {
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model: 'by-chat', prompt: 'a'.repeat(40 * mebibyte) });
        const reply = await context.send(call);
        expectError(context, clientFormat, {
          reply,
          status: 413,
          type: clientFormat.name === 'gemini' ? 'INVALID_ARGUMENT' : 'invalid_request_error',
        });
      }
      const endless = chat.ask({ model: 'by-chat', prompt: 'a'.repeat(40 * mebibyte) });
      const reply = await context.send({ ...endless, pieceBytes: mebibyte });
      expectError(context, chat, { reply, status: 413 });
    },
  },
  {
    id: 'caller-stays-private',
    title: 'an upstream gets none of the key, the cookies and the forwarding headers of a caller',
    rules: ['request-private'],
    needs: 'upstream',
    async run(context) {
      const { key } = context.target;
      const secret = {
        cookie: 'session=secret-cookie',
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-custom-secret': 'secret-header',
        'proxy-authorization': 'Basic secret-proxy',
        referer: 'https://secret.example/',
      };
      for (const clientFormat of clientFormats) {
        for (const format of ['chat', 'messages', 'gemini', 'responses']) {
          const play = context.testGateway.play(context.testGateway.answer({ text: 'Yes.' }));
          const call = clientFormat.ask({ model: `by-${format}`, prompt: play.mark });
          const headers = { ...call.headers, ...secret, 'x-api-key': key };
          checkStatus(await context.send({ ...call, headers }), 200);
          const { headerLines, text, target } = await play.firstRequest();
          const sent = JSON.stringify(headerLines) + target + text;
          for (const part of ['secret-', '203.0.113.9', key]) {
            check(!sent.includes(part), `${part === key ? 'the key' : part} reached ${format}`);
          }
        }
      }
    },
  },
  {
    id: 'headers-of-other-formats',
    title: 'headers of another format do not change the format of a response',
    rules: ['auth-everywhere', 'version-header'],
    needs: 'upstream',
    async run(context) {
      const headers = { 'x-goog-api-client': 'genai-js/3.1.0', 'anthropic-version': '2023-06-01' };
      const call = chat.ask({ model: 'by-chat', prompt: 'Hi' });
      const reply = await context.send({ ...call, headers });
      checkStatus(reply, 200);
      check(chat.textOf(reply.body) !== '', 'no text in chat');
      await sendWhole(context, messages, { model: 'by-chat', prompt: 'Hi' });
    },
  },
];
