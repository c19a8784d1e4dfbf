// "Stored responses".
import { at, checkEqual, checkMatch, checkStatus, textAt } from '../check.ts';
import { responses } from '../formats/responses.ts';
import { nameModel, upstreamFormats } from '../gateway/configuration.ts';
import type { Reply } from '../http/client.ts';
import type { AdminContext, Scenario } from '../scenario.ts';
import { expectError, forEachCase, sendWhole } from './expect.ts';

/** Sends a request with another key of the same account and group. */
async function withOtherKey(
  context: AdminContext,
  send: (key: string) => Promise<Reply>,
): Promise<void> {
  const { secret } = await context.admin.createKey();
  expectError(context, responses, { reply: await send(secret), status: 404 });
}

export const storedScenarios: readonly Scenario[] = [
  {
    id: 'responses-stored',
    title: 'a stored response is read, and deleted, by its key alone',
    rules: ['responses-stored'],
    needs: 'upstream',
    async run(context) {
      const { send } = context;
      const model = nameModel('chat');
      const created = await sendWhole(context, responses, { model, prompt: 'Keep this.' });
      const path = `/v1/responses/${textAt(created.body, 'id')}`;
      const read = await send({ path });
      checkStatus(read, 200);
      checkEqual(at(read.body, 'output'), at(created.body, 'output'), 'output');
      const input = await send({ path: `${path}/input_items` });
      checkMatch(input.text, /Keep this\./, 'input');
      await withOtherKey(context, (key) => send({ path, key }));
      checkStatus(await send({ path, method: 'DELETE' }), 200);
      expectError(context, responses, { reply: await send({ path }), status: 404 });
    },
  },
  {
    id: 'responses-not-stored',
    title: 'a response with store false is not stored',
    rules: ['responses-stored'],
    needs: 'upstream',
    async run(context) {
      const body = { model: nameModel('chat'), input: 'Forget this.', store: false };
      const created = await context.send({ path: '/v1/responses', body });
      checkStatus(created, 200);
      const reply = await context.send({ path: `/v1/responses/${textAt(created.body, 'id')}` });
      expectError(context, responses, { reply, status: 404 });
    },
  },
  {
    id: 'responses-continued',
    title: 'a stored response is continued over an upstream of every format',
    rules: ['responses-continued'],
    needs: 'upstream',
    async run(context) {
      const { send, testGateway } = context;
      await forEachCase(upstreamFormats, async (format) => {
        const model = nameModel(format);
        const play = testGateway.play(testGateway.answer({ text: 'Hello Ada.' }));
        const prompt = `${play.mark} My name is Ada.`;
        const first = await sendWhole(context, responses, { model, prompt });
        const id = textAt(first.body, 'id');
        const body = { model, previous_response_id: id, input: `${play.mark} Who am I?` };
        checkStatus(await send({ path: '/v1/responses', body }), 200);
        const sent = play.requests.at(-1)?.text ?? '';
        checkMatch(sent, /My name is Ada\..*Hello Ada\..*Who am I\?/s, 'what the upstream got');
      });
      const unknown = { model: nameModel('chat'), previous_response_id: 'resp_0', input: 'Hi' };
      const reply = await send({ path: '/v1/responses', body: unknown });
      expectError(context, responses, { reply, status: 400, code: 'previous_response_not_found' });
    },
  },
];
