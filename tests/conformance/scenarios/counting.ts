// §4, §7 and "Counting tokens".
import { failWith } from '@parley/testkit';
import { check, checkEqual, checkMatch, checkStatus, numberAt, at } from '../check.ts';
import { messages } from '../formats/messages.ts';
import type { Call } from '../http/client.ts';
import type { Scenario } from '../scenario.ts';
import { expectError } from './expect.ts';

function count(model: string, prompt = 'How many tokens are these?'): Call {
  return {
    path: '/v1/messages/count_tokens',
    headers: { 'anthropic-version': '2023-06-01' },
    body: { model, messages: [{ role: 'user', content: prompt }] },
  };
}

const refusal = {
  type: 'error',
  error: { type: 'not_found_error', message: 'Token counting is not supported for this platform' },
};

export const countingScenarios: readonly Scenario[] = [
  {
    id: 'count',
    title: 'tokens of a message are counted, without max_tokens',
    rules: ['spec-4.7', 'spec-1.4', 'count-result'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const reply = await send(count(model));
      checkStatus(reply, 200);
      const tokens = numberAt(reply.body, 'input_tokens');
      check(Number.isInteger(tokens) && tokens > 0, `${tokens} tokens`);
      const longer = await send(count(model, 'How many tokens are these? '.repeat(50)));
      check(numberAt(longer.body, 'input_tokens') > tokens, 'a longer text has no more tokens');
    },
  },
  {
    id: 'count-checks-its-body',
    title: 'a count of an invalid message is rejected',
    rules: ['count-result', 'status-body', 'status-model-unknown'],
    needs: 'key',
    async run(context) {
      const call = count(context.target.model);
      const broken = await context.send({ ...call, body: { model: context.target.model } });
      expectError(context, messages, { reply: broken, status: 400 });
      const unknown = await context.send(count('no-model'));
      expectError(context, messages, { reply: unknown, status: 404, type: 'not_found_error' });
    },
  },
  {
    id: 'count-chat-family',
    title: 'a key of a chat-completions-family group gets 404',
    rules: ['spec-4.7', 'spec-7.1', 'count-refused'],
    needs: 'admin',
    async run({ admin, send, target: { model } }) {
      const group = await admin.createGroup({ family: 'chat-completions' });
      const { secret } = await admin.createKey({ groups: [group] });
      for (const call of [count(model), count('no-model'), { ...count(model), body: '{' }]) {
        const reply = await send({ ...call, key: secret });
        checkStatus(reply, 404);
        checkEqual(reply.body, refusal, 'the body');
      }
    },
  },
  {
    id: 'count-refused-asks-nobody',
    title: 'a refused count sends nothing to an upstream',
    rules: ['count-refused'],
    needs: 'upstream',
    async run({ admin, send, testGateway }) {
      const group = await admin.createGroup({ family: 'chat-completions' });
      const { secret } = await admin.createKey({ groups: [group] });
      const play = testGateway.play(testGateway.answer({ text: '' }));
      checkStatus(await send({ ...count('by-messages', play.mark), key: secret }), 404);
      checkEqual(play.requests.length, 0, 'calls of the upstream');
    },
  },
  {
    id: 'count-switch',
    title: 'a group counts natively, by estimate or not at all',
    rules: ['count-switch', 'count-estimate', 'count-refused'],
    needs: 'admin',
    async run({ admin, send, target: { model } }) {
      const ask = async (settings: object) => {
        const group = await admin.createGroup(settings);
        const { secret } = await admin.createKey({ groups: [group] });
        return send({ ...count(model), key: secret });
      };
      checkStatus(await ask({ count_tokens: 'native' }), 200);
      const estimated = await ask({ count_tokens: 'estimate' });
      checkStatus(estimated, 200);
      checkMatch(
        estimated.headers['parley-token-count'] ?? '',
        /^estimated; error=\d+%$/,
        'the header',
      );
      const chatFamily = await ask({ count_tokens: 'estimate', family: 'chat-completions' });
      checkStatus(chatFamily, 200);
      checkStatus(await ask({ count_tokens: 'off' }), 404);
    },
  },
  {
    id: 'count-by-upstream',
    title: 'an upstream that counts is used, one that cannot is replaced by an estimate',
    rules: ['count-result', 'count-estimate', 'count-switch'],
    needs: 'upstream',
    async run({ send, testGateway }) {
      for (const format of ['messages', 'gemini', 'responses']) {
        const script = testGateway.answer({ text: '', usage: { input: 4_321, output: 0 } });
        const play = testGateway.play(script);
        const reply = await send(count(`by-${format}`, play.mark));
        checkStatus(reply, 200);
        checkEqual(at(reply.body, 'input_tokens'), 4_321, `tokens by ${format}`);
        checkEqual(reply.headers['parley-token-count'], undefined, 'parley-token-count');
      }
      const unable = testGateway.play(failWith(404));
      const reply = await send(count('by-broken-messages', unable.mark));
      checkStatus(reply, 200);
      checkMatch(reply.headers['parley-token-count'] ?? '', /^estimated/, 'the header');
      const estimated = await send(count('by-chat'));
      checkMatch(estimated.headers['parley-token-count'] ?? '', /^estimated/, 'the header');
    },
  },
  {
    id: 'count-is-free',
    title: 'a count is not in the usage of the key, and a used-up key may count',
    rules: ['count-free'],
    needs: 'admin',
    async run({ admin, send, target: { model } }) {
      const { secret } = await admin.createKey();
      checkStatus(await send({ ...count(model), key: secret }), 200);
      const usage = await send({ path: '/v1/usage', key: secret });
      checkEqual(at(usage.body, 'usage', 'total', 'requests'), 0, 'requests');
      checkEqual(at(usage.body, 'usage', 'total', 'cost'), 0, 'cost');
    },
  },
];
