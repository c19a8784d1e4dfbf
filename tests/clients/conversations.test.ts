import { answerWith } from '@parley/testkit';
import type OpenAI7 from 'openai';
import { describe, expect, it } from 'vitest';
import { openAIs } from './majors.ts';
import { shareTestGateway } from './shared-gateway.ts';
import { nameModel, upstreamFormats } from './test-gateway.ts';

const testGateway = shareTestGateway();

describe.each(openAIs)('conversations of %s', (_, OpenAI) => {
  const connect = () =>
    new OpenAI({
      apiKey: testGateway.parley.key,
      baseURL: `${testGateway.parley.url}/v1`,
      maxRetries: 0,
    });

  it('are created, retrieved, updated and deleted', async () => {
    const { conversations } = connect();
    const created = await conversations.create({ metadata: { topic: 'demo' } });
    expect(created).toMatchObject({ object: 'conversation', metadata: { topic: 'demo' } });
    expect(await conversations.retrieve(created.id)).toEqual(created);
    const metadata = { topic: 'other' };
    expect(await conversations.update(created.id, { metadata })).toEqual({ ...created, metadata });
    expect(await conversations.delete(created.id)).toMatchObject({ deleted: true });
    await expect(conversations.retrieve(created.id)).rejects.toThrow(OpenAI.NotFoundError);
  });

  it('have items, which are listed over pages, retrieved and deleted', async () => {
    const { conversations } = connect();
    const say = (content: string) => ({ type: 'message', role: 'user', content }) as const;
    const { id } = await conversations.create({ items: [say('One')] });
    const added = await conversations.items.create(id, { items: [say('Two'), say('Three')] });
    expect(added.data).toHaveLength(2);
    const listed: OpenAI7.Conversations.ConversationItem[] = [];
    for await (const item of conversations.items.list(id, { limit: 1, order: 'asc' })) {
      listed.push(item);
    }
    expect(listed.slice(1)).toEqual(added.data);
    const [first] = listed;
    const place = { conversation_id: id };
    expect(await conversations.items.retrieve(first?.id ?? '', place)).toEqual(first);
    expect(await conversations.items.delete(first?.id ?? '', place)).toMatchObject({ id });
    await expect(conversations.items.retrieve(first?.id ?? '', place)).rejects.toThrow(
      OpenAI.NotFoundError,
    );
  });

  it.each(upstreamFormats)('continue over %s, whole and streamed', async (format) => {
    const { conversations, responses } = connect();
    const model = nameModel('gpt', format);
    const { id: conversation } = await conversations.create();
    testGateway.upstream.next(
      answerWith({ text: 'Hello Ada.' }),
      answerWith({ text: ['You', '.'] }),
    );
    const whole = await responses.create({ model, conversation, input: 'My name is Ada.' });
    expect(whole.conversation).toEqual({ id: conversation });
    const stream = responses.stream({ model, conversation, input: 'Who am I?' });
    const final = await stream.finalResponse();
    expect(final).toMatchObject({ conversation: { id: conversation }, output_text: 'You.' });
    expect(testGateway.upstream.requests.at(-1)?.text).toMatch(/Ada\..*Hello Ada\..*Who am I/s);
    const { data } = await conversations.items.list(conversation, { order: 'asc' });
    expect(data.map((item) => (item.type === 'message' ? item.role : item.type))).toEqual([
      ...['user', 'assistant', 'user', 'assistant'],
    ]);
  });
});
