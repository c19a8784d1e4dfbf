import { answerWith, errorEvent, failWith, reshape, truncate } from '@parley/testkit';
import Anthropic1 from '@anthropic-ai/sdk';
import Anthropic0 from 'anthropic0';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  parallelCalls,
  pixel,
  setStage,
  upstreamFormats,
  weatherSchema,
  type Stage,
} from './stage.ts';

const clients = [
  ['@anthropic-ai/sdk 1', Anthropic1],
  // The two majors share every call these tests make, so the newer one's types serve for both.
  ['@anthropic-ai/sdk 0.9x', Anthropic0 as unknown as typeof Anthropic1],
] as const;

const tools = [
  { name: 'get_weather', description: 'Weather of a city', input_schema: weatherSchema },
];
const question = {
  model: 'test-model',
  max_tokens: 512,
  messages: [{ role: 'user' as const, content: 'Hi' }],
};

describe.each(upstreamFormats)('an upstream that speaks %s', (format) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(format);
  });
  afterAll(() => stage.close());
  afterEach(() => {
    expect(stage.upstream.failures).toEqual([]);
    stage.upstream.clear();
  });

  describe.each(clients)('%s', (_, Anthropic) => {
    const connect = (apiKey = stage.parley.key) =>
      new Anthropic({ apiKey, baseURL: stage.parley.url, maxRetries: 0 });

    it('raises the class of the error for a wrong key, without calling upstream', async () => {
      await expect(connect('sk-wrong').messages.create(question)).rejects.toThrow(
        Anthropic.AuthenticationError,
      );
      expect(stage.upstream.requests).toHaveLength(0);
    });

    it('raises the class of the error for an unknown model and for a field that is wrong', async () => {
      const client = connect();
      await expect(client.messages.create({ ...question, model: 'nobody' })).rejects.toThrow(
        Anthropic.NotFoundError,
      );
      await expect(
        client.messages.create({
          ...question,
          messages: [{ role: 'robot' as 'user', content: 'x' }],
        }),
      ).rejects.toThrow(Anthropic.BadRequestError);
    });

    it.each([
      [400, Anthropic.BadRequestError],
      [429, Anthropic.RateLimitError],
      [500, Anthropic.InternalServerError],
    ])(
      'raises the class of the error for an upstream that answers %i',
      async (status, expected) => {
        stage.upstream.next(failWith(status), failWith(status));
        const failing = connect().messages.create(question);
        await expect(failing).rejects.toThrow(expected);
        await expect(failing).rejects.not.toThrow('upstream-credential-1');
      },
    );

    it('gets a whole answer with usage', async () => {
      stage.upstream.next(
        answerWith({ text: 'Good morning.', usage: { input: 10, cacheRead: 4, output: 6 } }),
      );
      const reply = await connect().messages.create(question);
      expect(reply.content).toMatchObject([{ type: 'text', text: 'Good morning.' }]);
      expect(reply.stop_reason).toBe('end_turn');
      expect(reply.usage).toMatchObject({
        input_tokens: 10,
        cache_read_input_tokens: 4,
        output_tokens: 6,
      });
      expect(reply.model).toBe('test-model');
    });

    it('gets a streamed answer through the helper and through the plain iterator', async () => {
      const text = 'Grüße aus Zürich – 早上好';
      stage.upstream.next(answerWith({ text, usage: { input: 10, output: 6 } }));
      const message = await connect().messages.stream(question).finalMessage();
      expect(message.content).toMatchObject([{ type: 'text', text }]);
      expect(message.usage).toMatchObject({ input_tokens: 10, output_tokens: 6 });
      stage.upstream.next(answerWith({ text }));
      let seen = '';
      for await (const event of await connect().messages.create({ ...question, stream: true })) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
          seen += event.delta.text;
      }
      expect(seen).toBe(text);
    });

    it('gets parallel tool calls, whole and streamed', async () => {
      stage.upstream.next(answerWith({ text: 'Looking.', toolCalls: parallelCalls }));
      const whole = await connect().messages.create({ ...question, tools });
      stage.upstream.next(answerWith({ text: 'Looking.', toolCalls: parallelCalls }));
      const streamed = await connect()
        .messages.stream({ ...question, tools })
        .finalMessage();
      for (const reply of [whole, streamed]) {
        expect(reply.stop_reason).toBe('tool_use');
        expect(reply.content).toMatchObject([
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', name: 'get_weather', input: { city: 'Oslo' } },
          { type: 'tool_use', name: 'get_weather', input: { city: 'Rome' } },
        ]);
      }
    });

    it('completes a tool loop: the second turn reaches the upstream with calls and results paired', async () => {
      stage.upstream.next(
        answerWith({ toolCalls: parallelCalls }),
        answerWith({ text: 'Oslo 4, Rome 19.' }),
      );
      const client = connect();
      const first = await client.messages.create({ ...question, tools });
      const results = first.content.flatMap((block) =>
        block.type === 'tool_use'
          ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '4' }]
          : [],
      );
      const second = await client.messages.create({
        ...question,
        tools,
        messages: [
          ...question.messages,
          { role: 'assistant', content: first.content },
          { role: 'user', content: results },
        ],
      });
      expect(second.content).toMatchObject([{ type: 'text', text: 'Oslo 4, Rome 19.' }]);
      expect(stage.upstream.requests[1]?.text).toMatch(
        /call_oslo.*call_rome.*call_oslo.*call_rome/s,
      );
    });

    it('sends an image that the upstream can read', async () => {
      await connect().messages.create({
        ...question,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
              { type: 'text', text: 'What is it?' },
            ],
          },
        ],
      });
      const sent = stage.upstream.requests[0]?.text ?? '';
      expect(sent).toContain(
        format === 'chat' ? `data:image/png;base64,${pixel}` : `"data":"${pixel}"`,
      );
    });

    it('gets thinking with a signature it can send back', async () => {
      stage.upstream.next(
        answerWith({ reasoning: 'Let me see.', signature: 'c2lnbmF0dXJl', text: 'Done.' }),
      );
      const message = await connect()
        .messages.stream({
          ...question,
          max_tokens: 4000,
          thinking: { type: 'enabled', budget_tokens: 2000 },
        })
        .finalMessage();
      const [thinking] = message.content;
      expect(thinking).toMatchObject({ type: 'thinking', thinking: 'Let me see.' });
      expect(thinking?.type === 'thinking' && thinking.signature).toBeTruthy();
    });

    it.each(['fin', 'reset', 'clean'] as const)(
      'raises an error when the upstream breaks off (%s)',
      async (by) => {
        stage.upstream.next(
          reshape(
            answerWith({ text: ['Part one.', ' Part two.', ' Part three.', ' Part four.'] }),
            (answer) => truncate(answer, { frames: 5, by }),
          ),
        );
        let seen = '';
        const reading = (async () => {
          for await (const event of await connect().messages.create({
            ...question,
            stream: true,
          })) {
            if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
              seen += event.delta.text;
          }
        })();
        await expect(reading).rejects.toThrow(Anthropic.APIError);
        expect(seen).toContain('Part one.');
      },
    );

    it('raises the error an upstream reports in the middle of its stream', async () => {
      stage.upstream.next(
        reshape(
          answerWith({ text: ['Part one.', ' Part two.', ' Part three.', ' Part four.'] }),
          (answer, request) =>
            errorEvent(answer, {
              dialect: request.dialect,
              after: 5,
              message: 'The model fell over.',
            }),
        ),
      );
      await expect(connect().messages.stream(question).finalMessage()).rejects.toThrow(
        'The model fell over.',
      );
    });

    it('lists models and retrieves one', async () => {
      const client = connect();
      const ids: string[] = [];
      for await (const model of client.models.list()) ids.push(model.id);
      expect(ids).toContain('test-model');
      expect((await client.models.retrieve('test-model')).type).toBe('model');
    });
  });
});
