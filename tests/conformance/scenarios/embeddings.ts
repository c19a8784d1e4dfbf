// "Embeddings".
import { at, check, checkEqual, checkStatus, listAt, numberAt } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { nameModel } from '../gateway/configuration.ts';
import type { Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

/** The formats whose upstreams have embeddings. */
const formats = ['chat', 'gemini'] as const;

/** Decodes a vector that is written as base64: single precision, little-endian. */
function decodeVector(text: unknown): readonly number[] {
  check(typeof text === 'string', `the vector is ${JSON.stringify(text)}`);
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index));
}

export const embeddingsScenarios: readonly Scenario[] = [
  {
    id: 'embeddings-openai',
    title:
      'the OpenAI endpoint embeds texts over upstreams of several formats, as numbers and base64',
    rules: ['embeddings-openai'],
    needs: 'upstream',
    async run(context) {
      const send = (body: object) => context.send({ path: '/v1/embeddings', body });
      await forEachCase(formats, async (format) => {
        const ask = (fields: object) => send({ model: nameModel(format), ...fields });
        const one = await ask({ input: 'Hi' });
        checkStatus(one, 200);
        checkEqual(at(one.body, 'object'), 'list', 'object');
        check(numberAt(one.body, 'usage', 'prompt_tokens') > 0, 'no tokens');
        const vector = listAt(one.body, 'data', 0, 'embedding');
        const input = ['Hi', 'there'];
        const several = await ask({ input, encoding_format: 'base64' });
        checkStatus(several, 200);
        checkEqual(
          listAt(several.body, 'data').map((each) => at(each, 'index')),
          [0, 1],
          'indexes',
        );
        checkEqual(decodeVector(at(several.body, 'data', 0, 'embedding')), vector, 'the vector');
      });
      const reply = await send({ model: nameModel('messages'), input: 'Hi' });
      expectError(context, chat, { reply, status: 400, code: 'embeddings_not_supported' });
    },
  },
  {
    id: 'embeddings-gemini',
    title: 'the native actions embed texts over upstreams of several formats',
    rules: ['embeddings-gemini', 'native-actions'],
    needs: 'upstream',
    async run({ send }) {
      await forEachCase(formats, async (format) => {
        const model = `models/${nameModel(format)}`;
        const content = { parts: [{ text: 'Hi' }] };
        const one = await send({ path: `/v1beta/${model}:embedContent`, body: { content } });
        checkStatus(one, 200);
        const requests = [
          { model, content },
          { model, content },
        ];
        const several = await send({
          path: `/v1beta/${model}:batchEmbedContents`,
          body: { requests },
        });
        checkStatus(several, 200);
        const vector = listAt(one.body, 'embedding', 'values');
        check(vector.length > 0, 'no vector');
        checkEqual(at(several.body, 'embeddings', 0, 'values'), vector, 'the vector');
        checkEqual(listAt(several.body, 'embeddings').length, 2, 'vectors');
      });
    },
  },
];
