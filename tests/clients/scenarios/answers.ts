/** Scenarios of replies without tools: text, usage, images, structured output, reasoning. */
import { answerWith } from '@parley/testkit';
import { expect } from 'vitest';
import type { ObjectSchema } from '../driver.ts';
import { listSent, type Scenario } from './scenario.ts';
import { readSent } from '../sent/read-sent.ts';

/** A red pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const placeSchema: ObjectSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};

const place = { city: 'Oslo', country: 'Norge' };

const text: Scenario = {
  name: 'text',
  async play({ connect, mode, upstream }) {
    const said = 'Grüße aus Zürich – 早上好 🙂';
    upstream.next(answerWith({ text: said }));
    const conversation = connect();
    const reply = await conversation.send({ text: 'Hi' }, mode);
    expect(reply).toMatchObject({ text: said, reasoning: '', calls: [], finish: 'stop' });
    if (mode === 'streamed') expect(conversation.heard()).toBe(said);
  },
};

const usage: Scenario = {
  name: 'usage',
  async play({ connect, mode, upstream }) {
    const counts = { input: 100, cacheRead: 40, output: 20, reasoning: 8 };
    upstream.next(answerWith({ text: 'Hi', usage: counts }));
    const reply = await connect().send({ text: 'Hi' }, mode);
    expect(reply.usage).toEqual({ input: 140, output: 28 });
  },
};

const length: Scenario = {
  name: 'an answer that met its limit',
  async play({ connect, mode, upstream }) {
    upstream.next(answerWith({ text: 'Once upon a', finish: 'length' }));
    const reply = await connect().send({ text: 'Tell me a story.' }, mode);
    expect(reply).toMatchObject({ text: 'Once upon a', finish: 'length' });
  },
};

const image: Scenario = {
  name: 'image',
  async play(context) {
    await context.connect().send({ text: 'What is it?', image: pixel }, context.mode);
    expect(listSent(context)[0]?.images).toEqual([`data:image/png;base64,${pixel}`]);
  },
};

const structuredOutput: Scenario = {
  name: 'structured output',
  async play(context) {
    // Libraries that request JSON by a tool get a call of this tool, as from a model.
    context.upstream.next((request) => {
      const { demandedTool: name } = readSent(request);
      const call = { id: 'call_answer', name: name ?? '', arguments: place };
      const reply = name === undefined ? { text: JSON.stringify(place) } : { toolCalls: [call] };
      return answerWith(reply)(request);
    });
    const conversation = context.connect({ output: placeSchema });
    const reply = await conversation.send({ text: 'Where?' }, context.mode);
    const { output } = reply;
    expect(typeof output === 'string' ? JSON.parse(output) : output).toEqual(place);
    const [sent] = listSent(context);
    const schema = sent?.outputSchema ?? sent?.tools[0]?.schema;
    expect(schema).toMatchObject({ properties: { city: {}, country: {} } });
  },
};

const thinking: Scenario = {
  name: 'thinking',
  async play(context) {
    const described = { reasoning: 'Let me see.', signature: 'c2lnbmF0dXJl', text: 'Done.' };
    context.upstream.next(answerWith(described));
    const reply = await context.connect({ thinking: true }).send({ text: 'Think.' }, context.mode);
    expect(reply).toMatchObject({ text: 'Done.', reasoning: 'Let me see.', finish: 'stop' });
    expect(listSent(context)[0]?.thinking).toBe(true);
  },
};

export const answers: readonly Scenario[] = [
  text,
  usage,
  length,
  image,
  structuredOutput,
  thinking,
];
