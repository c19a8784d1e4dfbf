// "Requests": the content types and content codings of request bodies.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { checkStatus } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { ScenarioContext, Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

type Coding = readonly [name: string, encode: (text: string) => Uint8Array];

/** More than the limit of a body, which any coding makes small. */
const bomb = ' '.repeat(80 * 1024 * 1024);

/** Sends questions in a coding, then a damaged body and one that is too large only when it is decoded. */
async function sendCoded(context: ScenarioContext, [name, encode]: Coding): Promise<void> {
  const headers = { 'content-encoding': name };
  for (const clientFormat of clientFormats) {
    const call = clientFormat.ask({ model: context.target.model, prompt: 'Say hello.' });
    const body = encode(JSON.stringify(call.body));
    checkStatus(
      await context.send({ ...call, body, headers: { ...call.headers, ...headers } }),
      200,
    );
  }
  const { path } = chat.ask({ model: context.target.model, prompt: '' });
  const damaged = encode('{"model":"m"}').subarray(0, 8);
  expectError(context, chat, {
    reply: await context.send({ path, headers, body: damaged }),
    status: 400,
  });
  const large = encode(bomb);
  expectError(context, chat, {
    reply: await context.send({ path, headers, body: large }),
    status: 413,
  });
}

export const bodyScenarios: readonly Scenario[] = [
  {
    id: 'content-types',
    title: 'a body of another type, or with an unknown content coding, is refused',
    rules: ['status-media-type', 'request-media-type', 'request-coding', 'spec-4.3'],
    needs: 'key',
    async run(context) {
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model: context.target.model, prompt: 'Hi' });
        await forEachCase(
          [
            { 'content-type': 'text/html' },
            { 'content-type': 'application/x-www-form-urlencoded' },
            { 'content-type': 'multipart/form-data; boundary=x' },
            { 'content-encoding': 'compress' },
            { 'content-encoding': 'gzip, gzip' },
          ],
          async (headers) => {
            expectError(context, clientFormat, {
              reply: await context.send({ ...call, headers: { ...call.headers, ...headers } }),
              status: 415,
            });
          },
        );
      }
    },
  },
  {
    id: 'content-type-parameters',
    title: 'application/json with parameters is taken, and so is no type and text/plain',
    rules: ['spec-4.3', 'status-media-type', 'request-media-type'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const types = ['Application/JSON; charset=utf-8', 'text/plain', undefined];
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model, prompt: 'Say hello.' });
        await forEachCase(types, async (type) => {
          const headers = { ...call.headers, 'content-type': type };
          checkStatus(await send({ ...call, headers }), 200);
        });
      }
    },
  },
  {
    id: 'content-codings',
    title: 'a body in gzip or deflate is decoded, under the limit of its size',
    rules: ['request-coding'],
    needs: 'key',
    async run(context) {
      await sendCoded(context, ['gzip', gzipSync]);
      await sendCoded(context, ['deflate', deflateSync]);
    },
  },
  {
    id: 'content-codings-of-hosts',
    title: 'a body in br or zstd is decoded, under the limit of its size',
    rules: ['request-coding'],
    needs: 'key',
    async run(context) {
      await sendCoded(context, ['br', brotliCompressSync]);
      await sendCoded(context, ['zstd', zstdCompressSync]);
    },
  },
  {
    id: 'content-types-of-admin',
    title: 'the admin API takes nothing but JSON that is declared as such',
    rules: ['request-media-type'],
    needs: 'admin',
    async run({ send, target: { adminToken = null } }) {
      await forEachCase(['text/plain', undefined], async (type) => {
        const headers = { 'content-type': type };
        const call = { path: '/admin/v1/accounts', body: { name: 'x' }, key: adminToken };
        checkStatus(await send({ ...call, headers }), 415);
      });
    },
  },
];
