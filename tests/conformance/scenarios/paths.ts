// "Requests": paths that do not stand in the list of endpoints.
import { at, checkEqual, checkStatus, listAt } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { gemini } from '../formats/gemini.ts';
import { messages } from '../formats/messages.ts';
import type { Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

export const pathScenarios: readonly Scenario[] = [
  {
    id: 'paths-of-wrong-bases',
    title: 'a path with a wrong base is the endpoint that it means, in every format',
    rules: ['path-meant'],
    needs: 'key',
    async run(context) {
      const { key, model } = context.target;
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model, prompt: 'Say hello.' });
        const tail = call.path.replace(/^\/v1(?:beta)?/, '');
        const paths = [tail, `/v1${call.path}`, `/${call.path}`, `${call.path}/`, `/api/v1${tail}`];
        await forEachCase(paths, async (path) => {
          const reply = await context.send({ ...call, path });
          checkStatus(reply, 200);
          expectError(context, clientFormat, {
            reply: await context.send({ ...call, path, key: null }),
            status: 401,
          });
        });
      }
      await forEachCase(['/models', '/v1/models/', '/v1beta/openai/models'], async (path) => {
        const reply = await context.send({ path, key });
        listAt(reply.body, 'data');
      });
    },
  },
  {
    id: 'paths-of-deployments',
    title: "a deployment of Azure's clients is a call name",
    rules: ['path-deployment', 'auth-everywhere'],
    needs: 'upstream',
    async run({ send, target: { key } }) {
      const { body } = chat.ask({ model: 'no-such-model', prompt: 'Say hello.' });
      const path = '/openai/deployments/by-chat/chat/completions?api-version=2026-01-01';
      const reply = await send({ path, body, key: null, headers: { 'api-key': key } });
      checkStatus(reply, 200);
      checkEqual(at(reply.body, 'model'), 'by-chat', 'model');
    },
  },
  {
    id: 'unknown-paths-of-callers',
    title: 'an unknown path is answered in the format that the headers of the caller tell',
    rules: ['envelope-unknown-path', 'envelope-chat', 'envelope-messages', 'envelope-gemini'],
    needs: 'key',
    async run(context) {
      const callers = [
        [chat, {}],
        [messages, { 'anthropic-version': '2023-06-01' }],
        [gemini, { 'x-goog-api-client': 'google-genai-sdk/3.1.0' }],
      ] as const;
      for (const [clientFormat, headers] of callers) {
        const reply = await context.send({ path: '/v1/nowhere', headers });
        expectError(context, clientFormat, { reply, status: 404, code: 'unknown_endpoint' });
      }
    },
  },
];
