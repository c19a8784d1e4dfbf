import { answerWith, failWith, errorEvent, reshape, truncate } from '@parley/testkit';
import OpenAI7 from 'openai';
import OpenAI6 from 'openai6';
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
  ['openai 7', OpenAI7],
  // The two majors share every call these tests make, so the newer one's types serve for both.
  ['openai 6', OpenAI6 as unknown as typeof OpenAI7],
] as const;

const tools = [
  {
    type: 'function' as const,
    function: { name: 'get_weather', description: 'Weather of a city', parameters: weatherSchema },
  },
];
const question = { model: 'test-model', messages: [{ role: 'user' as const, content: 'Hi' }] };

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

  describe.each(clients)('%s', (_, OpenAI) => {
    const connect = (apiKey = stage.parley.key) =>
      new OpenAI({ apiKey, baseURL: `${stage.parley.url}/v1`, maxRetries: 0 });

    it('raises the class of the error for a wrong key, without calling upstream', async () => {
      await expect(connect('sk-wrong').chat.completions.create(question)).rejects.toThrow(
        OpenAI.AuthenticationError,
      );
      expect(stage.upstream.requests).toHaveLength(0);
    });

    it('raises the class of the error for an unknown model and for a field that is wrong', async () => {
      const client = connect();
      await expect(
        client.chat.completions.create({ ...question, model: 'nobody' }),
      ).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
      await expect(
        client.chat.completions.create({ ...question, temperature: 3 }),
      ).rejects.toMatchObject({ status: 400, param: 'temperature' });
    });

    it.each([
      [400, OpenAI.BadRequestError],
      [429, OpenAI.RateLimitError],
      [500, OpenAI.InternalServerError],
    ])(
      'raises the class of the error for an upstream that answers %i',
      async (status, expected) => {
        stage.upstream.next(failWith(status), failWith(status));
        const failing = connect().chat.completions.create(question);
        await expect(failing).rejects.toThrow(expected);
        await expect(failing).rejects.not.toThrow('upstream-credential-1');
      },
    );

    it('gets a whole answer with usage', async () => {
      stage.upstream.next(
        answerWith({ text: 'Good morning.', usage: { input: 10, cacheRead: 4, output: 6 } }),
      );
      const reply = await connect().chat.completions.create(question);
      expect(reply.choices[0]).toMatchObject({
        message: { role: 'assistant', content: 'Good morning.' },
        finish_reason: 'stop',
      });
      expect(reply.usage).toMatchObject({
        prompt_tokens: 14,
        completion_tokens: 6,
        total_tokens: 20,
      });
      expect(reply.usage?.prompt_tokens_details?.cached_tokens).toBe(4);
      expect(reply.model).toBe('test-model');
    });

    it('gets a streamed answer, with usage when it asks for it', async () => {
      stage.upstream.next(
        answerWith({ text: 'Grüße aus Zürich – 早上好', usage: { input: 10, output: 6 } }),
      );
      const stream = await connect().chat.completions.create({
        ...question,
        stream: true,
        stream_options: { include_usage: true },
      });
      let text = '';
      let total = 0;
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? '';
        total = chunk.usage?.total_tokens ?? total;
      }
      expect(text).toBe('Grüße aus Zürich – 早上好');
      expect(total).toBe(16);
    });

    it('never sees a chunk without choices when it did not ask for usage', async () => {
      stage.upstream.next(answerWith({ text: 'Hi' }));
      const stream = await connect().chat.completions.create({ ...question, stream: true });
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1);
    });

    it('gets parallel tool calls, whole and through the stream helper', async () => {
      stage.upstream.next(answerWith({ text: 'Looking.', toolCalls: parallelCalls }));
      const whole = await connect().chat.completions.create({ ...question, tools });
      stage.upstream.next(answerWith({ text: 'Looking.', toolCalls: parallelCalls }));
      const streamed = await connect()
        .chat.completions.stream({ ...question, tools })
        .finalChatCompletion();
      for (const reply of [whole, streamed]) {
        const [choice] = reply.choices;
        expect(choice?.finish_reason).toBe('tool_calls');
        expect(choice?.message.content).toBe('Looking.');
        const calls = choice?.message.tool_calls ?? [];
        expect(
          calls.map(
            (call) => call.type === 'function' && (JSON.parse(call.function.arguments) as unknown),
          ),
        ).toEqual([{ city: 'Oslo' }, { city: 'Rome' }]);
        expect(new Set(calls.map((call) => call.id)).size).toBe(2);
      }
    });

    it('completes a tool loop: the second turn reaches the upstream with calls and results paired', async () => {
      stage.upstream.next(
        answerWith({ toolCalls: parallelCalls }),
        answerWith({ text: 'Oslo 4, Rome 19.' }),
      );
      const client = connect();
      const first = await client.chat.completions.create({ ...question, tools });
      const message = first.choices[0]?.message;
      const results = (message?.tool_calls ?? []).map((call, index) => ({
        role: 'tool' as const,
        tool_call_id: call.id,
        content: index === 0 ? '4' : '19',
      }));
      const second = await client.chat.completions.create({
        ...question,
        tools,
        messages: [...question.messages, message ?? { role: 'assistant' }, ...results],
      });
      expect(second.choices[0]?.message.content).toBe('Oslo 4, Rome 19.');
      expect(stage.upstream.requests[1]?.text).toMatch(
        /call_oslo.*call_rome.*call_oslo.*call_rome/s,
      );
    });

    it('sends an image that the upstream can read', async () => {
      const url = `data:image/png;base64,${pixel}`;
      await connect().chat.completions.create({
        ...question,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is it?' },
              { type: 'image_url', image_url: { url } },
            ],
          },
        ],
      });
      const sent = stage.upstream.requests[0]?.text ?? '';
      expect(sent).toContain(
        format === 'chat' ? url : `"media_type":"image/png","data":"${pixel}"`,
      );
    });

    it('gets structured output in the shape it asked for', async () => {
      stage.upstream.next(answerWith({ text: '{"city":"Oslo"}' }));
      const schema = { ...weatherSchema, additionalProperties: false };
      const reply = await connect().chat.completions.create({
        ...question,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'weather', strict: true, schema },
        },
      });
      expect(JSON.parse(reply.choices[0]?.message.content ?? '')).toEqual({ city: 'Oslo' });
      expect(stage.upstream.requests[0]?.text).toContain('"city"');
    });

    it.each(['fin', 'reset', 'clean'] as const)(
      'raises an error after the text when the upstream breaks off (%s)',
      async (by) => {
        stage.upstream.next(
          reshape(
            answerWith({ text: ['Part one.', ' Part two.', ' Part three.', ' Part four.'] }),
            (answer) => truncate(answer, { frames: 4, by }),
          ),
        );
        const stream = await connect().chat.completions.create({ ...question, stream: true });
        const seen: string[] = [];
        const reading = (async () => {
          for await (const chunk of stream) seen.push(chunk.choices[0]?.delta.content ?? '');
        })();
        await expect(reading).rejects.toThrow(OpenAI.APIError);
        expect(seen.join('')).toContain('Part one.');
      },
    );

    it('raises the error an upstream reports in the middle of its stream', async () => {
      stage.upstream.next(
        reshape(
          answerWith({ text: ['Part one.', ' Part two.', ' Part three.', ' Part four.'] }),
          (answer, request) =>
            errorEvent(answer, {
              dialect: request.dialect,
              after: 4,
              message: 'The model fell over.',
            }),
        ),
      );
      const stream = await connect().chat.completions.create({ ...question, stream: true });
      const reading = (async () => {
        for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
      })();
      await expect(reading).rejects.toThrow('The model fell over.');
    });

    it('lists models and retrieves one', async () => {
      const client = connect();
      const ids: string[] = [];
      for await (const model of client.models.list()) ids.push(model.id);
      expect(ids).toContain('test-model');
      expect((await client.models.retrieve('test-model')).object).toBe('model');
    });
  });
});
