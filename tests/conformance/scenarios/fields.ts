// §2: fields of requests and responses.
import { at, check, checkEqual, checkStatus } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { messages } from '../formats/messages.ts';
import { readField } from '../http/read-field.ts';
import type { Scenario } from '../scenario.ts';
import { sendStream, sendWhole, expectError, forEachCase } from './expect.ts';

const path = '/v1/chat/completions';
const messagesPath = '/v1/messages';
const turns = [{ role: 'user', content: 'Say hello.' }];

export const fieldScenarios: readonly Scenario[] = [
  {
    id: 'chat-required-fields',
    title: 'a chat completion without model or messages is refused, and the field is named',
    rules: ['spec-2.1.1', 'spec-2.1.2', 'status-body', 'status-model-missing', 'request-fields'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      const cases = [
        ['model', { messages: turns }],
        ['model', { model: 7, messages: turns }],
        ['messages', { model }],
        ['messages', { model, messages: 'Hi' }],
      ] as const;
      await forEachCase(cases, async ([param, body]) => {
        const reply = await context.send({ path, body });
        const error = expectError(context, chat, {
          reply,
          status: 400,
          type: 'invalid_request_error',
        });
        checkEqual(error.param, param, 'param');
      });
    },
  },
  {
    id: 'chat-message-fields',
    title: 'a turn with an unknown role, or with content that is not text, is rejected',
    rules: ['spec-2.1.6', 'spec-2.1.7', 'status-body', 'request-fields'],
    needs: 'key',
    async run(context) {
      const cases = [
        ['role', { content: 'Hi' }],
        ['role', { role: 'robot', content: 'Hi' }],
        ['content', { role: 'user', content: 7 }],
        ['content', { role: 'user' }],
      ] as const;
      await forEachCase(cases, async ([field, turn]) => {
        const body = { model: context.target.model, messages: [turn] };
        const error = expectError(context, chat, {
          reply: await context.send({ path, body }),
          status: 400,
        });
        check(
          String(error.param).startsWith('messages'),
          `param is ${String(error.param)}, not of ${field}`,
        );
      });
    },
  },
  {
    id: 'chat-roles',
    title: 'system, user and assistant take turns in a conversation',
    rules: ['spec-2.1.2', 'spec-2.1.6', 'spec-2.1.7', 'spec-2.1.8', 'spec-4.16'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const conversation = [
        { role: 'system', content: 'Answer in one word.' },
        { role: 'user', content: 'Name a colour.' },
        { role: 'assistant', content: 'Blue.' },
        { role: 'user', content: 'Another one.' },
      ];
      checkStatus(
        await send({ path, body: { model, messages: conversation, max_tokens: 64 } }),
        200,
      );
    },
  },
  {
    id: 'chat-order-of-turns',
    title: 'the conversation reaches the model in its order, with its instructions',
    rules: ['spec-2.1.2', 'spec-2.1.8', 'spec-4.16'],
    needs: 'upstream',
    async run({ send, testGateway }) {
      for (const format of ['chat', 'messages', 'gemini', 'responses']) {
        const play = testGateway.play(testGateway.answer({ text: 'Yes.' }));
        const conversation = [
          { role: 'system', content: 'Be brief, first-instruction.' },
          { role: 'user', content: `${play.mark} second-turn` },
          { role: 'assistant', content: 'third-turn' },
          { role: 'user', content: 'fourth-turn' },
        ];
        const reply = await send({ path, body: { model: `by-${format}`, messages: conversation } });
        checkStatus(reply, 200);
        const { text } = await play.firstRequest();
        const places = ['second-turn', 'third-turn', 'fourth-turn'].map((turn) =>
          text.indexOf(turn),
        );
        check(text.includes('first-instruction'), 'the instructions did not arrive');
        check(
          places.every((place, index) => place > (places[index - 1] ?? 0)),
          text,
        );
      }
    },
  },
  {
    id: 'chat-stream-is-a-choice',
    title: 'stream is false by default',
    rules: ['spec-2.1.3'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      await forEachCase([{}, { stream: false }], async (more) => {
        const reply = await context.send({
          path,
          body: { model, messages: turns, max_tokens: 64, ...more },
        });
        checkEqual(at(reply.body, 'object'), 'chat.completion', 'object');
      });
      const reply = await context.send({ path, body: { model, messages: turns, stream: 'yes' } });
      checkEqual(expectError(context, chat, { reply, status: 400 }).param, 'stream', 'param');
    },
  },
  {
    id: 'chat-temperature',
    title: 'a temperature from 0 to 2 is taken, any other is refused',
    rules: ['spec-2.1.4', 'spec-8.1', 'request-fields'],
    needs: 'key',
    seconds: 60,
    async run(context) {
      const ask = (temperature: unknown) =>
        context.send({
          path,
          body: { model: context.target.model, messages: turns, max_tokens: 64, temperature },
        });
      await forEachCase([0, 0.7, 2], async (good) => checkStatus(await ask(good), 200));
      await forEachCase([-0.1, 2.1, 'warm', [1]], async (bad) => {
        const error = expectError(context, chat, { reply: await ask(bad), status: 400 });
        checkEqual(error.param, 'temperature', 'param');
      });
    },
  },
  {
    id: 'chat-max-tokens-is-optional',
    title: 'max_tokens is optional in chat completions, and a whole number',
    rules: ['spec-2.1.5', 'spec-4.15'],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      checkStatus(await context.send({ path, body: { model, messages: turns } }), 200);
      await forEachCase(['many', 1.5, -1, 0], async (bad) => {
        const reply = await context.send({
          path,
          body: { model, messages: turns, max_tokens: bad },
        });
        checkEqual(expectError(context, chat, { reply, status: 400 }).param, 'max_tokens', 'param');
      });
    },
  },
  {
    id: 'chat-max-tokens-reaches-the-model',
    title: 'max_tokens limits the output of the model, in every format',
    rules: ['spec-2.1.5', 'spec-2.2.2'],
    needs: 'upstream',
    async run(context) {
      const fields = {
        chat: ['max_tokens'],
        messages: ['max_tokens'],
        gemini: ['generationConfig', 'maxOutputTokens'],
        responses: ['max_output_tokens'],
      } as const;
      for (const [format, field] of Object.entries(fields)) {
        const play = context.testGateway.play(context.testGateway.answer({ text: 'Yes.' }));
        await sendWhole(context, chat, { model: `by-${format}`, prompt: play.mark, maxTokens: 37 });
        const { body } = await play.firstRequest();
        const sent = at(body, ...field) ?? at(body, 'max_completion_tokens');
        checkEqual(sent, 37, `${field.join('.')} before ${format}`);
      }
    },
  },
  {
    id: 'messages-required-fields',
    title: 'a message without model, max_tokens or messages is refused',
    rules: [
      'spec-2.2.1',
      'spec-2.2.2',
      'spec-2.2.3',
      'spec-4.15',
      'status-body',
      'status-model-missing',
    ],
    needs: 'key',
    async run(context) {
      const { model } = context.target;
      const cases = [
        ['model', { max_tokens: 64, messages: turns }],
        ['max_tokens', { model, messages: turns }],
        ['max_tokens', { model, max_tokens: 'many', messages: turns }],
        ['messages', { model, max_tokens: 64 }],
        ['messages', { model, max_tokens: 64, messages: [{ role: 'user' }] }],
        ['messages', { model, max_tokens: 64, messages: [{ content: 'Hi' }] }],
      ] as const;
      await forEachCase(cases, async ([field, body]) => {
        const reply = await context.send({ path: messagesPath, body });
        expectError(context, messages, {
          reply,
          status: 400,
          type: 'invalid_request_error',
          message: field,
        });
      });
    },
  },
  {
    id: 'messages-system',
    title: 'instructions of a message are a field of their own and reach every model',
    rules: ['spec-2.2.4', 'spec-4.16'],
    needs: 'upstream',
    async run(context) {
      for (const format of ['chat', 'messages', 'gemini', 'responses']) {
        const play = context.testGateway.play(context.testGateway.answer({ text: 'Yes.' }));
        const requestInput = {
          model: `by-${format}`,
          prompt: play.mark,
          system: 'Be brief, please.',
        };
        await sendWhole(context, messages, requestInput);
        check(
          (await play.firstRequest()).text.includes('Be brief, please.'),
          `lost before ${format}`,
        );
      }
    },
  },
  {
    id: 'messages-system-is-a-text',
    title: 'instructions that are not text are rejected',
    rules: ['spec-2.2.4'],
    needs: 'key',
    async run(context) {
      const body = { model: context.target.model, max_tokens: 64, messages: turns, system: 7 };
      const reply = await context.send({ path: messagesPath, body });
      expectError(context, messages, { reply, status: 400, message: 'system' });
    },
  },
  {
    id: 'chat-stream-chunks',
    title: 'fragments of a chat stream are in choices, and a chunk may be without one',
    rules: [
      'spec-2.4.1',
      'spec-6.1',
      'spec-6.2',
      'spec-6.3',
      'spec-6.4',
      'spec-4.12',
      'spec-4.4',
      'stream-framing',
    ],
    needs: 'key',
    async run(context) {
      const read = await sendStream(context, chat, {
        model: context.target.model,
        prompt: 'Say hello.',
      });
      check(read.text !== '', 'no fragment came');
      check(read.ended, 'there is no end mark');
      checkEqual(read.stream.faults, [], 'faults');
      const marks = read.stream.frames.filter(({ data }) => data === '[DONE]');
      checkEqual(marks.length, 1, 'end marks');
      for (const { event, data } of read.stream.frames.slice(0, -1)) {
        checkEqual(event, undefined, 'the name of a chunk');
        checkEqual(readField(data, 'object'), 'chat.completion.chunk', 'object');
      }
    },
  },
];
