import { answerWith, failWith } from '@parley/testkit';
import type OpenAI7 from 'openai';
import { AzureOpenAI as AzureOpenAI7 } from 'openai';
import { AzureOpenAI as AzureOpenAI6 } from 'openai6';
import { describe, expect, it } from 'vitest';
import { anthropics, genais, openAIs } from './majors.ts';
import { shareTestGateway } from './shared-gateway.ts';
import { nameModel, upstreamFormats } from './test-gateway.ts';

// Requests that only the official libraries make.
const testGateway = shareTestGateway();

async function listIds(list: AsyncIterable<{ id: string }>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

describe.each([
  ['openai 7', AzureOpenAI7],
  ['openai 6', AzureOpenAI6 as unknown as typeof AzureOpenAI7],
] as const)('AzureOpenAI of %s', (_, AzureOpenAI) => {
  const model = nameModel('gpt', 'chat');
  const connect = (settings = {}) =>
    new AzureOpenAI({
      apiKey: testGateway.parley.key,
      endpoint: testGateway.parley.url,
      apiVersion: '2026-01-01',
      maxRetries: 0,
      ...settings,
    });
  const messages = [{ role: 'user', content: 'Hi' }] as const;

  it('reaches a model as a deployment, whole and streamed', async () => {
    testGateway.upstream.next(answerWith({ text: 'Hello.' }), answerWith({ text: 'Hello again.' }));
    const client = connect({ deployment: model });
    const whole = await client.chat.completions.create({ model: '', messages: [...messages] });
    expect(whole).toMatchObject({ model, choices: [{ message: { content: 'Hello.' } }] });
    const stream = await client.chat.completions.create({
      model: '',
      messages: [...messages],
      stream: true,
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Hello again.');
  });

  it('reaches a model by its name, embeddings and responses', async () => {
    const client = connect();
    const { data } = await client.embeddings.create({ model, input: ['one', 'two'] });
    expect(data).toHaveLength(2);
    const response = await client.responses.create({ model, input: 'Hi' });
    expect(response.model).toBe(model);
    expect(await listIds(client.models.list())).toContain(model);
  });

  it('hears of a deployment that does not exist', async () => {
    const asked = connect().chat.completions.create({ model: 'nothing', messages: [...messages] });
    await expect(asked).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });
});

describe.each(openAIs)('%s', (_, OpenAI) => {
  const model = nameModel('gpt', 'chat');
  const connect = () =>
    new OpenAI({
      apiKey: testGateway.parley.key,
      baseURL: `${testGateway.parley.url}/v1`,
      maxRetries: 0,
    });

  it('lists models and retrieves one', async () => {
    const { models } = connect();
    expect(await listIds(models.list())).toContain(model);
    expect(await models.retrieve(model)).toMatchObject({ id: model, object: 'model' });
    await expect(models.retrieve('nobody')).rejects.toThrow(OpenAI.NotFoundError);
  });

  it('receives no chunk without choices unless it requests usage', async () => {
    const stream = await connect().chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    });
    const choices: number[] = [];
    for await (const chunk of stream) choices.push(chunk.choices.length);
    expect(new Set(choices)).toEqual(new Set([1]));
  });

  it.each(upstreamFormats)('completes a text, whole and streamed, over %s', async (format) => {
    const named = { model: nameModel('gpt', format), max_tokens: 64 };
    testGateway.upstream.next(
      answerWith({ text: ' upon a time' }),
      answerWith({ text: [' up', 'on'] }),
    );
    const { completions } = connect();
    const whole = await completions.create({ ...named, prompt: 'Once', echo: true });
    expect(whole).toMatchObject({
      object: 'text_completion',
      model: named.model,
      choices: [{ text: 'Once upon a time', index: 0, finish_reason: 'stop', logprobs: null }],
    });
    expect(whole.usage?.total_tokens).toBeGreaterThan(0);
    const stream = await completions.create({
      ...named,
      prompt: 'Once',
      suffix: ' a time',
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI7.Completion[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe(' upon');
    expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(['text_completion']));
    expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('hears why a text is not completed', async () => {
    const { completions } = connect();
    const tokens = completions.create({ model, prompt: [1, 2, 3] });
    await expect(tokens).rejects.toMatchObject({ status: 400, param: 'prompt' });
    testGateway.upstream.next(failWith(400));
    const failed = completions.create({ model, prompt: 'Once', stream: true });
    await expect(failed).rejects.toMatchObject({ status: 400 });
  });

  it.each(['chat', 'gemini'] as const)('gets embeddings over %s', async (format) => {
    const named = { model: nameModel('gpt', format), input: ['one', 'two'] };
    const { data, usage } = await connect().embeddings.create(named);
    expect(data.map((entry) => entry.index)).toEqual([0, 1]);
    expect(data[0]?.embedding.length).toBeGreaterThan(0);
    expect(usage.prompt_tokens).toBeGreaterThan(0);
  });

  it.each(upstreamFormats)('continues a stored response, over %s', async (format) => {
    const { responses } = connect();
    const named = { model: nameModel('gpt', format) };
    testGateway.upstream.next(
      answerWith({ text: 'I am Ann.' }),
      answerWith({ text: 'Ann, I said.' }),
    );
    const first = await responses.create({ ...named, input: 'Who are you?' });
    expect((await responses.retrieve(first.id)).output_text).toBe('I am Ann.');
    const second = await responses.create({
      ...named,
      input: 'Who?',
      previous_response_id: first.id,
    });
    expect(second).toMatchObject({ output_text: 'Ann, I said.', previous_response_id: first.id });
    expect(testGateway.upstream.requests[1]?.text).toMatch(/Who are you\?.*I am Ann\..*Who\?/s);
    const items = await listIds(
      responses.inputItems.list(second.id) as AsyncIterable<{ id: string }>,
    );
    expect(items.length).toBeGreaterThan(0);
    await responses.delete(first.id);
    await expect(responses.retrieve(first.id)).rejects.toThrow(OpenAI.NotFoundError);
  });

  it('counts the tokens of a request', async () => {
    const counted = await connect().responses.inputTokens.count({
      model: nameModel('gpt', 'responses'),
      input: 'Hi',
    });
    expect(counted).toEqual({ object: 'response.input_tokens', input_tokens: 12 });
  });
});

describe.each(anthropics)('%s', (_, Anthropic) => {
  const model = nameModel('claude', 'messages');
  const connect = () =>
    new Anthropic({
      apiKey: testGateway.parley.key,
      baseURL: testGateway.parley.url,
      maxRetries: 0,
    });

  it('lists models and retrieves one', async () => {
    const { models } = connect();
    expect(await listIds(models.list())).toContain(model);
    expect(await models.retrieve(model)).toMatchObject({ id: model, type: 'model' });
    await expect(models.retrieve('nobody')).rejects.toThrow(Anthropic.NotFoundError);
  });

  it('counts tokens', async () => {
    const counted = await connect().messages.countTokens({
      model,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(counted.input_tokens).toBe(12);
  });

  it('gets the same through the plain iterator as through the stream helper', async () => {
    testGateway.upstream.next(answerWith({ text: 'Good morning.' }));
    const stream = await connect().messages.create({
      model,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    });
    let text = '';
    for await (const event of stream) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
        text += event.delta.text;
    }
    expect(text).toBe('Good morning.');
  });
});

describe.each(genais)('%s', (_, { GoogleGenAI, ApiError }) => {
  const model = nameModel('gemini', 'gemini');
  const connect = () =>
    new GoogleGenAI({
      apiKey: testGateway.parley.key,
      httpOptions: { baseUrl: testGateway.parley.url },
    });

  it('lists models and gets one', async () => {
    const { models } = connect();
    const names = new Set<string | undefined>();
    for await (const { name } of await models.list({ config: { pageSize: 5 } })) {
      expect(names, 'the pages must have an end').not.toContain(name);
      names.add(name);
    }
    expect(names).toContain(`models/${model}`);
    expect((await models.get({ model })).name).toBe(`models/${model}`);
    await expect(models.get({ model: 'nobody' })).rejects.toThrow(ApiError);
  });

  it('counts tokens', async () => {
    expect((await connect().models.countTokens({ model, contents: 'Hi' })).totalTokens).toBe(12);
  });

  it.each(['gemini', 'chat'] as const)('gets an embedding over %s', async (format) => {
    const named = { model: nameModel('gemini', format), contents: 'Hi' };
    const { embeddings } = await connect().models.embedContent(named);
    expect(embeddings?.[0]?.values?.length).toBeGreaterThan(0);
  });
});
