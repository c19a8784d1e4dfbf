// "Requests": what a key is told about its limits per minute.
import { checkEqual, checkMatch, checkStatus } from '../check.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { Reply } from '../http/client.ts';
import type { Scenario } from '../scenario.ts';

const headers = { 'parley-explain': 'limits' };
const policy = '"requests";q=3;w=60, "tokens";qu="tokens";q=60000;w=60';

function checkFields({ headers: sent }: Reply, remaining: number): void {
  checkEqual(sent['ratelimit-policy'], policy, 'ratelimit-policy');
  const state = new RegExp(String.raw`^"requests";r=${remaining};t=\d+, "tokens";r=\d+;t=\d+$`);
  checkMatch(sent['ratelimit'] ?? '', state, 'ratelimit');
}

export const limitScenarios: readonly Scenario[] = [
  {
    id: 'limits-explained',
    title: 'the limits per minute are told in every format, whole, streamed and refused',
    rules: ['reply-limits'],
    needs: 'admin',
    async run({ admin, send, target: { model } }) {
      for (const clientFormat of clientFormats) {
        const limits = { requests_per_minute: 3, tokens_per_minute: 60_000 };
        const { secret } = await admin.createKey({ limits });
        const ask = (stream: boolean, explain: object = { headers }) => {
          const call = clientFormat.ask({ model, prompt: 'Say hello.', stream });
          return send({ ...call, key: secret, ...explain });
        };
        const whole = await ask(false);
        checkStatus(whole, 200);
        checkFields(whole, 2);
        const streamed = await ask(true);
        checkStatus(streamed, 200);
        checkFields(streamed, 1);
        const unasked = await ask(false, {});
        checkStatus(unasked, 200);
        checkEqual(unasked.headers['ratelimit'], undefined, 'ratelimit that nobody asked for');
        const refused = await ask(false);
        checkStatus(refused, 429);
        checkFields(refused, 0);
      }
    },
  },
  {
    id: 'limits-of-none',
    title: 'a key without limits per minute has no such fields',
    rules: ['reply-limits'],
    needs: 'admin',
    async run({ admin, send, target: { model } }) {
      const { secret } = await admin.createKey();
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model, prompt: 'Say hello.' });
        const reply = await send({ ...call, key: secret, headers });
        checkStatus(reply, 200);
        checkEqual(reply.headers['ratelimit'], undefined, 'ratelimit');
        checkEqual(reply.headers['ratelimit-policy'], undefined, 'ratelimit-policy');
      }
    },
  },
];
