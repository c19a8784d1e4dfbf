// "Embeddings": of both formats that have them, and between the two.
import { embeddingsReply, geminiBatchEmbedReply } from '@parley/testkit';
import { at, check, checkEqual, checkStatus, listAt, numberAt } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { gemini } from '../formats/gemini.ts';
import { nameModel } from '../gateway/configuration.ts';
import type { Scenario, UpstreamContext } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

const path = '/v1/embeddings';
const native = (model: string, action: string) => `/v1beta/models/${model}:${action}`;
const content = (text: string) => ({ parts: [{ text }] });

/** The first two numbers of the vectors of the scripted upstream, of two texts. */
const vectors = [
  [-1, -0.875],
  [-0.875, -0.75],
];
/** The first of them in single precision. */
const coded = 'AACAvwAAYL8=';

async function embed({ send }: UpstreamContext, format: 'chat' | 'gemini', fields: object) {
  const reply = await send({ path, body: { model: nameModel(format), ...fields } });
  checkStatus(reply, 200);
  return reply;
}

export const embeddingScenarios: readonly Scenario[] = [
  {
    id: 'embeddings-refused',
    title: 'a request without a model or a text is refused by the field',
    rules: ['embeddings-shape', 'status-model-unknown'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      const bodies = [
        [{ model }, 'input'],
        [{ model, input: [] }, 'input'],
        [{ input: 'Hi' }, 'model'],
      ] as const;
      await forEachCase(bodies, async ([body, param]) => {
        const reply = await context.send({ path, body });
        checkEqual(expectError(context, chat, { reply, status: 400 }).param, param, 'param');
      });
      const unknown = await context.send({ path, body: { model: 'no-model', input: 'Hi' } });
      expectError(context, chat, { reply: unknown, status: 404, code: 'model_not_found' });
    },
  },
  {
    id: 'embeddings',
    title: 'texts are embedded in the order in which they are sent, by upstreams of both formats',
    rules: ['embeddings-shape', 'embeddings-translated'],
    needs: 'upstream',
    async run(context) {
      const replies = { chat: embeddingsReply, gemini: geminiBatchEmbedReply };
      await forEachCase(['chat', 'gemini'] as const, async (format) => {
        const { mark, requests } = context.testGateway.play(
          replies[format]({ count: 2, dimensions: 2, tokens: 9 }),
        );
        const input = [`${mark} one`, 'two'];
        const { body } = await embed(context, format, { input, dimensions: 2 });
        checkEqual(at(body, 'object'), 'list', 'object');
        checkEqual(at(body, 'model'), nameModel(format), 'model');
        checkEqual(at(body, 'usage'), { prompt_tokens: 9, total_tokens: 9 }, 'usage');
        const entries = vectors.map((embedding, index) => ({
          ...{ object: 'embedding', index, embedding },
        }));
        checkEqual(at(body, 'data'), entries, 'data');
        const sent = requests[0]?.body;
        const texts =
          format === 'chat'
            ? at(sent, 'input')
            : listAt(sent, 'requests').map((each) => at(each, 'content', 'parts', 0, 'text'));
        checkEqual(texts, input, 'the texts that the upstream got');
      });
    },
  },
  {
    id: 'embeddings-base64',
    title: 'vectors are base64 for a client that asks for it',
    rules: ['embeddings-base64'],
    needs: 'upstream',
    async run(context) {
      const replies = [
        ['chat', embeddingsReply({ dimensions: 2 })],
        ['chat', embeddingsReply({ dimensions: 2, base64: true })],
        ['gemini', geminiBatchEmbedReply({ dimensions: 2 })],
      ] as const;
      for (const [format, script] of replies) {
        const { mark } = context.testGateway.play(script);
        const { body } = await embed(context, format, { input: mark, encoding_format: 'base64' });
        checkEqual(at(body, 'data', 0, 'embedding'), coded, `the vector by ${format}`);
      }
    },
  },
  {
    id: 'embeddings-of-gemini-clients',
    title: 'both native actions work with an upstream that speaks OpenAI’s format',
    rules: ['embeddings-translated', 'native-actions'],
    needs: 'upstream',
    async run({ send, testGateway }) {
      const model = nameModel('chat');
      const one = testGateway.play(embeddingsReply({ dimensions: 2, tokens: 9 }));
      const single = await send({
        path: native(model, 'embedContent'),
        body: { content: content(one.mark), outputDimensionality: 2 },
      });
      checkStatus(single, 200);
      checkEqual(at(single.body, 'embedding', 'values'), vectors[0], 'the vector');
      checkEqual(numberAt(single.body, 'usageMetadata', 'promptTokenCount'), 9, 'the tokens');
      checkEqual(at(one.requests[0]?.body, 'dimensions'), 2, 'the dimensions');
      const two = testGateway.play(embeddingsReply({ count: 2, dimensions: 2 }));
      const requests = [{ content: content(two.mark) }, { content: content('two') }];
      const several = await send({ path: native(model, 'batchEmbedContents'), body: { requests } });
      checkStatus(several, 200);
      const values = listAt(several.body, 'embeddings').map((each) => at(each, 'values'));
      checkEqual(values, vectors, 'the vectors');
    },
  },
  {
    id: 'embeddings-lost',
    title: 'what an upstream’s format does not have becomes a note or a refusal',
    rules: ['embeddings-lost'],
    needs: 'upstream',
    async run(context) {
      const { send, testGateway } = context;
      const { mark } = testGateway.play(geminiBatchEmbedReply());
      const body = { model: nameModel('gemini'), input: mark, user: 'u' };
      const noted = await send({ path, body, headers: { 'parley-explain': 'notes' } });
      checkStatus(noted, 200);
      checkEqual(noted.headers['parley-translation'], 'lossy', 'parley-translation');
      check(noted.headers['parley-notes']?.includes('"user"'), 'no note names the field');
      const strict = await send({ path, body, headers: { 'parley-strict': 'true' } });
      checkEqual(expectError(context, chat, { reply: strict, status: 400 }).param, 'user', 'param');
      await forEachCase(
        [
          [1, 2],
          [[1], [2]],
        ],
        async (input) => {
          const reply = await send({ path, body: { model: nameModel('gemini'), input } });
          checkEqual(expectError(context, chat, { reply, status: 400 }).param, 'input', 'param');
        },
      );
      const image = { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] };
      const target = native(nameModel('chat'), 'embedContent');
      const pictured = await send({ path: target, body: { content: image } });
      expectError(context, gemini, { reply: pictured, status: 400, type: 'INVALID_ARGUMENT' });
    },
  },
  {
    id: 'embeddings-unable',
    title: 'a model whose upstream has no embeddings is refused in both formats',
    rules: ['embeddings-unable'],
    needs: 'upstream',
    async run(context) {
      const model = nameModel('messages');
      const reply = await context.send({ path, body: { model, input: 'Hi' } });
      const code = 'embeddings_not_supported';
      expectError(context, chat, { reply, status: 400, code });
      const other = await context.send({
        path: native(model, 'embedContent'),
        body: { content: content('Hi') },
      });
      expectError(context, gemini, { reply: other, status: 400, type: 'INVALID_ARGUMENT' });
    },
  },
  {
    id: 'embeddings-billed',
    title: 'what was embedded is in the usage of the key',
    rules: ['embeddings-billed'],
    needs: 'upstream',
    async run({ admin, send, testGateway }) {
      const { secret } = await admin.createKey();
      const { mark } = testGateway.play(geminiBatchEmbedReply({ tokens: 9 }));
      const body = { model: nameModel('gemini'), input: mark };
      checkStatus(await send({ path, body, key: secret }), 200);
      const usage = await send({ path: '/v1/usage', key: secret });
      checkEqual(at(usage.body, 'usage', 'total', 'requests'), 1, 'requests');
      checkEqual(at(usage.body, 'usage', 'total', 'input_tokens'), 9, 'tokens');
    },
  },
];
