import { GoogleGenerativeAI } from '@google/generative-ai';
import { answerWith } from '@parley/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { genais } from './majors.ts';
import { nameModel, startTestGateway, type TestGateway } from './test-gateway.ts';

// Google's libraries keep a streamed turn in a chat only if none of its chunks is empty.
const model = nameModel('gemini', 'messages');
const pieces = ['Oslo is', ' cold', '.'];

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway();
});
afterAll(() => testGateway.close());
beforeEach(() => {
  testGateway.upstream.clear();
  testGateway.upstream.next(answerWith({ text: pieces }), answerWith({ text: 'Yes.' }));
});

/** The second request has the first answer. */
function expectAnswerInHistory(): void {
  expect(testGateway.upstream.requests[1]?.body).toMatchObject({
    messages: [{ role: 'user' }, { role: 'assistant', content: pieces.join('') }, { role: 'user' }],
  });
}

it('@google/generative-ai keeps a streamed turn', async () => {
  const { url, key } = testGateway.parley;
  const chat = new GoogleGenerativeAI(key)
    .getGenerativeModel({ model }, { baseUrl: url, apiVersion: 'v1beta' })
    .startChat();
  for (const text of ['Weather?', 'Sure?']) {
    const { stream } = await chat.sendMessageStream(text);
    for await (const chunk of stream) expect(chunk.text()).not.toBe('');
  }
  expectAnswerInHistory();
});

it.each(genais)('%s keeps a streamed turn', async (_, { GoogleGenAI }) => {
  const { url, key } = testGateway.parley;
  const chat = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } }).chats.create({
    model,
  });
  for (const message of ['Weather?', 'Sure?']) {
    for await (const chunk of await chat.sendMessageStream({ message })) {
      expect(chunk.text).not.toBe('');
    }
  }
  expectAnswerInHistory();
});
