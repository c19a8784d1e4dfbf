// §1, §4 and §9: the service and its URLs.
import {
  at,
  check,
  checkEqual,
  checkMatch,
  checkStatus,
  listAt,
  numberAt,
  textAt,
} from '../check.ts';
import { chat } from '../formats/chat.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { messages } from '../formats/messages.ts';
import type { Scenario } from '../scenario.ts';
import { sendStream, sendWhole, forEachCase } from './expect.ts';

const prompt = 'Say hello.';

export const serviceScenarios: readonly Scenario[] = [
  {
    id: 'chat-answers',
    title: 'a chat completion is answered with a text in JSON',
    rules: [
      'spec-1.1',
      'spec-1.2',
      'spec-2.3.1',
      'spec-4.1',
      'spec-4.2',
      'spec-4.3',
      'spec-4.4',
      'spec-9.1',
    ],
    needs: 'key',
    async run(context) {
      const reply = await sendWhole(context, chat, { model: context.target.model, prompt });
      checkMatch(reply.headers['content-type'] ?? '', /^application\/json/, 'content-type');
      checkEqual(at(reply.body, 'object'), 'chat.completion', 'object');
      check(chat.textOf(reply.body) !== '', 'the text is empty');
      textAt(reply.body, 'choices', 0, 'finish_reason');
    },
  },
  {
    id: 'messages-answers',
    title: 'a message is answered with blocks of text in JSON',
    rules: ['spec-1.2', 'spec-2.5.1', 'spec-4.2', 'spec-4.5', 'spec-9.1'],
    needs: 'key',
    async run(context) {
      const reply = await sendWhole(context, messages, { model: context.target.model, prompt });
      checkMatch(reply.headers['content-type'] ?? '', /^application\/json/, 'content-type');
      checkEqual(at(reply.body, 'type'), 'message', 'type');
      checkEqual(at(reply.body, 'role'), 'assistant', 'role');
      check(messages.textOf(reply.body) !== '', 'the text is empty');
      textAt(reply.body, 'stop_reason');
    },
  },
  {
    id: 'same-model-in-every-format',
    title: 'one model answers in every format, whole and streamed, without a version header',
    rules: [
      'spec-1.3',
      'spec-1.4',
      'spec-9.3',
      'version-header',
      'spec-4.10',
      'native-any-group',
      'spec-9.2',
    ],
    needs: 'key',
    seconds: 60,
    async run(context) {
      const requestInput = { model: context.target.model, prompt };
      for (const clientFormat of clientFormats) {
        const { headers: _, ...call } = clientFormat.ask(requestInput);
        const reply = await context.send(call);
        checkStatus(reply, 200);
        check(clientFormat.textOf(reply.body) !== '', `${clientFormat.name} gave no text`);
        const stream = await sendStream(context, clientFormat, requestInput);
        check(stream.ended && stream.text !== '', `${clientFormat.name} gave no whole stream`);
      }
    },
  },
  {
    id: 'version-headers-do-no-harm',
    title: 'version headers of every vendor are ignored, on any route',
    rules: ['spec-9.3', 'version-header'],
    needs: 'key',
    async run({ send }) {
      const headers = {
        'anthropic-version': '2031-01-01',
        'anthropic-beta': 'unheard-of-2031-01-01',
        'openai-version': '2031-01-01',
        'api-version': '9',
      };
      await forEachCase(['/v1/models', '/v1/usage', '/v1beta/models'], async (path) => {
        checkStatus(await send({ path, headers }), 200);
      });
    },
  },
  {
    id: 'as-client-libraries-send',
    title: 'the paths and headers of official client libraries are answered',
    rules: ['spec-1.5', 'spec-1.6', 'spec-4.13'],
    needs: 'key',
    async run(context) {
      const { key, model } = context.target;
      const library = {
        'user-agent': 'OpenAI/JS 7.55.0',
        'x-stainless-lang': 'js',
        'x-stainless-retry-count': '0',
        accept: 'application/json',
      };
      const asked = chat.ask({ model, prompt });
      const first = await context.send({ ...asked, headers: library });
      checkStatus(first, 200);
      numberAt(first.body, 'created');
      textAt(first.body, 'id');
      const old = { 'x-api-key': key, 'anthropic-version': '2023-06-01', ...library };
      const second = await context.send({
        ...messages.ask({ model, prompt }),
        key: null,
        headers: old,
      });
      checkStatus(second, 200);
      textAt(second.body, 'id');
      const current = { 'anthropic-version': '2026-10-21', ...library };
      checkStatus(
        await context.send({ ...messages.ask({ model, prompt }), headers: current }),
        200,
      );
    },
  },
  {
    id: 'other-endpoints-answer',
    title: 'the list of models, the usage of the key and the native list exist',
    rules: ['spec-1.4', 'spec-4.6', 'spec-4.8', 'spec-4.9', 'spec-8.2', 'spec-9.2'],
    needs: 'key',
    async run({ send }) {
      const models = await send({ path: '/v1/models' });
      checkStatus(models, 200);
      check(listAt(models.body, 'data').length > 0, 'the list is empty');
      const usage = await send({ path: '/v1/usage' });
      checkStatus(usage, 200);
      numberAt(usage.body, 'remaining');
      const native = await send({ path: '/v1beta/models' });
      checkStatus(native, 200);
      check(listAt(native.body, 'models').length > 0, 'the native list is empty');
    },
  },
  {
    id: 'switching-models',
    title: 'another value of model selects another model',
    rules: ['spec-1.10', 'reply-model'],
    needs: 'upstream',
    async run(context) {
      for (const format of ['chat', 'messages', 'gemini', 'responses'] as const) {
        const reply = await sendWhole(context, chat, { model: `by-${format}`, prompt });
        checkEqual(at(reply.body, 'model'), `by-${format}`, 'model');
        checkMatch(
          reply.headers['parley-provider'] ?? '',
          new RegExp(`${format}$`),
          'parley-provider',
        );
      }
    },
  },
  {
    id: 'console',
    title: 'there is a console for people',
    rules: ['spec-1.9', 'spec-1.14', 'spec-5.5'],
    needs: 'key',
    async run({ send }) {
      const page = await send({ path: '/console', key: null, headers: { accept: 'text/html' } });
      const there = page.status === 200 ? page : await send({ path: '/console/', key: null });
      checkStatus(there, 200);
      checkMatch(there.headers['content-type'] ?? '', /^text\/html/, 'content-type');
    },
  },
];
