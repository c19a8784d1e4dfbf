// "The native generative format".
import { at, check, checkEqual, checkStatus, listAt, numberAt } from '../check.ts';
import { gemini } from '../formats/gemini.ts';
import { oddName, upstreamFormats } from '../gateway/configuration.ts';
import type { Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

const requestInput = { contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }] };

export const nativeScenarios: readonly Scenario[] = [
  {
    id: 'native-paths',
    title: 'both roots take the same calls',
    rules: ['native-paths', 'spec-4.10', 'spec-9.2'],
    needs: 'key',
    async run({ send, target: { model } }) {
      for (const root of ['/v1beta', '/v1']) {
        const whole = await send({
          path: `${root}/models/${model}:generateContent`,
          body: requestInput,
        });
        checkStatus(whole, 200);
        check(gemini.textOf(whole.body) !== '', 'no text');
        const streamed = await send({
          path: `${root}/models/${model}:streamGenerateContent?alt=sse`,
          body: requestInput,
        });
        checkStatus(streamed, 200);
        const counted = await send({
          path: `${root}/models/${model}:countTokens`,
          body: requestInput,
        });
        checkStatus(counted, 200);
        check(numberAt(counted.body, 'totalTokens') > 0, 'no tokens');
      }
    },
  },
  {
    id: 'native-name',
    title: 'a name may be encoded, and have a prefix',
    rules: ['native-name'],
    needs: 'key',
    async run({ send, target: { model } }) {
      await forEachCase([encodeURIComponent(model), `models/${model}`], async (name) => {
        const path = `/v1beta/models/${name}:generateContent`;
        checkStatus(await send({ path, body: requestInput }), 200);
      });
    },
  },
  {
    id: 'native-odd-name',
    title: 'a name may hold slashes and colons: the action is behind the last one',
    rules: ['native-name', 'models-one'],
    needs: 'upstream',
    async run({ send }) {
      await forEachCase([oddName, encodeURIComponent(oddName)], async (name) => {
        const path = `/v1beta/models/${name}:generateContent`;
        checkStatus(await send({ path, body: requestInput }), 200);
        checkStatus(await send({ path: `/v1/models/${name}` }), 200);
      });
    },
  },
  {
    id: 'native-unknown-paths',
    title: 'paths that are not an action are 404 in the native envelope',
    rules: ['native-actions', 'status-path', 'status-model-missing', 'envelope-gemini'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      const names = [
        model,
        `${model}:`,
        `${model}:unheardOf`,
        `${model}:generateContent/x`,
        ':generateContent',
        '..%2f..%2fadmin%2fv1%2fkeys:generateContent',
        '..%252f..%252fadmin:generateContent',
        `${model}%0d%0ax:generateContent`,
        `%ff:generateContent`,
        `${model}:generateContent:generateContent`,
        '@other.example/x:generateContent',
      ];
      await forEachCase(names, async (name) => {
        const reply = await context.send({ path: `/v1beta/models/${name}`, body: requestInput });
        expectError(context, gemini, { reply, status: 404, type: 'NOT_FOUND' });
      });
    },
  },
  {
    id: 'native-embeddings',
    title: 'texts are embedded, one and several',
    rules: ['native-actions'],
    needs: 'upstream',
    async run({ send }) {
      const content = { parts: [{ text: 'Hi' }] };
      const one = await send({ path: '/v1beta/models/by-gemini:embedContent', body: { content } });
      checkStatus(one, 200);
      check(listAt(one.body, 'embedding', 'values').length > 0, 'no vector');
      const requests = [
        { model: 'models/by-gemini', content },
        { model: 'models/by-gemini', content },
      ];
      const path = '/v1beta/models/by-gemini:batchEmbedContents';
      const several = await send({ path, body: { requests } });
      checkStatus(several, 200);
      check(listAt(several.body, 'embeddings').length > 0, 'no vectors');
    },
  },
  {
    id: 'native-any-group',
    title: 'a model of any format and of a chat-completions-family group is called natively',
    rules: ['native-any-group'],
    needs: 'upstream',
    async run({ admin, send }) {
      const group = await admin.createGroup({ family: 'chat-completions' });
      const { secret } = await admin.createKey({ groups: [group] });
      for (const format of upstreamFormats) {
        const path = `/v1beta/models/by-${format}:generateContent`;
        const reply = await send({ path, body: requestInput, key: secret });
        checkStatus(reply, 200);
        checkEqual(at(reply.body, 'candidates', 0, 'finishReason'), 'STOP', 'finishReason');
      }
    },
  },
];
