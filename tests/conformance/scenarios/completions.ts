// "Requests": text completions, the older format of OpenAI.
import { at, check, checkEqual, checkStatus, textAt } from '../check.ts';
import { chat } from '../formats/chat.ts';
import { parseJson } from '../http/client.ts';
import { readEventStream } from '../http/event-stream.ts';
import type { Scenario } from '../scenario.ts';
import { expectError, forEachCase } from './expect.ts';

const path = '/v1/completions';

export const completionScenarios: readonly Scenario[] = [
  {
    id: 'completions-refused',
    title: 'prompts that are not one text are refused',
    rules: ['completions-whole'],
    needs: 'key',
    async run(context) {
      await forEachCase([undefined, [], ['a', 'b'], [1, 2], [[1]]], async (prompt) => {
        const reply = await context.send({ path, body: { model: context.target.model, prompt } });
        expectError(context, chat, { reply, status: 400 });
        checkEqual(at(reply.body, 'error', 'param'), 'prompt', 'param');
      });
    },
  },
  {
    id: 'completions-whole',
    title: 'a text is completed, with the prompt before it for an echo',
    rules: ['completions-whole'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const body = { model, prompt: 'Say hello.', suffix: 'Bye.', echo: true, max_tokens: 64 };
      const reply = await send({ path, body });
      checkStatus(reply, 200);
      checkEqual(at(reply.body, 'object'), 'text_completion', 'object');
      check(textAt(reply.body, 'choices', 0, 'text').startsWith('Say hello.'), 'no echo');
    },
  },
  {
    id: 'completions-stream',
    title: 'a streamed text has chunks of its own format and an end mark',
    rules: ['completions-stream'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const body = { model, prompt: 'Say hello.', max_tokens: 64, stream: true };
      const { frames } = readEventStream((await send({ path, body })).text);
      checkEqual(frames.at(-1)?.data, '[DONE]', 'the end mark');
      const chunks = frames.slice(0, -1).map(({ data }) => parseJson(data));
      for (const chunk of chunks) checkEqual(at(chunk, 'object'), 'text_completion', 'object');
      const text = chunks.map((chunk) => textAt(chunk, 'choices', 0, 'text')).join('');
      check(text !== '', 'no text');
    },
  },
];
