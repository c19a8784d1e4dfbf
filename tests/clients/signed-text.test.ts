import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { replyModes, type Client } from './driver.ts';
import { createOpenAIChat } from './drivers/openai-chat.ts';
import { createOpenAIResponses } from './drivers/openai-responses.ts';
import { anthropics, openAIs } from './majors.ts';
import { shareTestGateway } from './shared-gateway.ts';
import { nameModel } from './test-gateway.ts';

// A thinking Gemini model signs its final text: a whole reply on the text itself, a stream after it.
const signature = 'c2lnbmF0dXJl';
const pieces = ['Oslo is ', 'cold.'];
const text = pieces.join('');
const signedText = answerWith({ text: pieces, signature });

const clients: readonly Client[] = openAIs.flatMap(([name, OpenAI]) => [
  createOpenAIChat(`${name}, chat completions`, OpenAI),
  createOpenAIResponses(`${name}, responses`, OpenAI),
]);

const testGateway = shareTestGateway();

/** The model's turn in the second request. */
function readHistory(): unknown {
  const { contents } = testGateway.upstream.requests[1]?.body as { contents: unknown[] };
  return contents[1];
}

describe.each(anthropics)('%s', (_, Anthropic) => {
  const prompt = { role: 'user', content: 'Weather?' } as const;
  const request = { model: nameModel('claude', 'gemini'), max_tokens: 100 };
  const connect = () =>
    new Anthropic({
      apiKey: testGateway.parley.key,
      baseURL: testGateway.parley.url,
      maxRetries: 0,
    }).messages;

  it.each(replyModes)('gets the text as the last block, %s', async (mode) => {
    testGateway.upstream.next(signedText);
    const sent = { ...request, messages: [prompt] };
    const { content } = await (mode === 'whole'
      ? connect().create(sent)
      : connect().stream(sent).finalMessage());
    expect(content.at(-1)).toMatchObject({ type: 'text', text });
  });

  it('returns the signature of a whole reply on its text', async () => {
    testGateway.upstream.next(signedText, answerWith({ text: 'Yes.' }));
    const { content } = await connect().create({ ...request, messages: [prompt] });
    const answer = { role: 'assistant', content } as const;
    await connect().create({ ...request, messages: [prompt, answer, prompt] });
    expect(readHistory()).toEqual({
      role: 'model',
      parts: [{ text, thoughtSignature: signature }],
    });
  });
});

describe.each(clients)('$name', (client) => {
  it.each(replyModes)('returns the signature on its text, %s', async (mode) => {
    testGateway.upstream.next(signedText, answerWith({ text: 'Yes.' }));
    const { url, key } = testGateway.parley;
    const model = nameModel(client.family, 'gemini');
    const conversation = client.connect({ url, key, model, thinking: true });
    const reply = await conversation.send({ text: 'Weather?' }, mode);
    expect(reply).toMatchObject({ text, finish: 'stop' });
    await conversation.send({ text: 'Sure?' }, mode);
    expect(readHistory()).toEqual({
      role: 'model',
      parts: [{ text, thoughtSignature: signature }],
    });
  });
});
