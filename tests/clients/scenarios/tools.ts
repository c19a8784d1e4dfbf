/** Scenarios of tools: parallel calls, their results, and reasoning that is sent back. */
import { answerWith, type ReplyDescription } from '@parley/testkit';
import { expect } from 'vitest';
import type { Tool } from '../driver.ts';
import type { Sent } from '../sent/sent.ts';
import { listSent, type Scenario, type ScenarioContext } from './scenario.ts';

const tools: readonly Tool[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city',
    schema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Its name' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
  {
    name: 'get_time',
    description: 'The time now',
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  },
];

/** Several calls at once, one of them without arguments. */
const calls = [
  { id: 'call_oslo', name: 'get_weather', arguments: { city: 'Oslo' } },
  { id: 'call_time', name: 'get_time', arguments: {} },
  { id: 'call_rome', name: 'get_weather', arguments: { city: 'Rome' } },
];

const expectedCalls = [
  { name: 'get_weather', input: { city: 'Oslo' } },
  { name: 'get_time', input: {} },
  { name: 'get_weather', input: { city: 'Rome' } },
];

const texts = ['4 degrees', '12:30', '19 degrees'];

const parallelCalls: Scenario = {
  name: 'parallel calls',
  async play(context) {
    context.upstream.next(answerWith({ text: 'Looking.', toolCalls: calls }));
    const reply = await context.connect({ tools }).send({ text: 'Weather?' }, context.mode);
    expect(reply).toMatchObject({ text: 'Looking.', finish: 'calls', calls: expectedCalls });
    expect(new Set(reply.calls.map((call) => call.id)).size).toBe(calls.length);
    expect(listSent(context)[0]?.tools.map((tool) => tool.name)).toEqual([
      'get_weather',
      'get_time',
    ]);
  },
};

/** Calls and results with numbers for their ids, because ids differ between formats. */
function numberIds(exchanges: Sent['exchanges']): readonly unknown[] {
  const ids: string[] = [];
  return exchanges.map((exchange) => {
    if ('resultOf' in exchange) return [ids.indexOf(exchange.resultOf), exchange.text];
    return [ids.push(exchange.call) - 1, exchange.name, exchange.input];
  });
}

/** Sends a question, answers the tool calls, and checks the results on both sides. */
async function runLoop(context: ScenarioContext, thought: ReplyDescription): Promise<void> {
  const final = 'Oslo 4, Rome 19.';
  context.upstream.next(answerWith({ ...thought, toolCalls: calls }), answerWith({ text: final }));
  const conversation = context.connect({ tools, ...(thought.reasoning ? { thinking: true } : {}) });
  const asked = await conversation.send({ text: 'Weather?' }, context.mode);
  expect(asked).toMatchObject({ finish: 'calls', calls: expectedCalls });
  const reply = await conversation.answerCalls(texts, context.mode);
  expect(reply).toMatchObject({ text: final, calls: [], finish: 'stop' });
  expect(numberIds(listSent(context)[1]?.exchanges ?? [])).toEqual([
    [0, 'get_weather', { city: 'Oslo' }],
    [1, 'get_time', {}],
    [2, 'get_weather', { city: 'Rome' }],
    ...texts.map((text, index): unknown[] => [index, expect.stringContaining(text)]),
  ]);
}

const toolLoop: Scenario = {
  name: 'tool loop',
  play: (context) => runLoop(context, {}),
};

const thought = { reasoning: 'Let me see.', signature: 'c2lnbmF0dXJl' };

const thoughtfulToolLoop: Scenario = {
  name: 'tool loop with thinking',
  play: (context) => runLoop(context, thought),
};

const reasoningState: Scenario = {
  name: 'reasoning that goes back to its maker',
  async play(context) {
    await runLoop(context, thought);
    const state = context.format === 'chat' ? thought.reasoning : thought.signature;
    expect(listSent(context)[1]?.reasoningStates).toContain(state);
  },
};

export const toolScenarios: readonly Scenario[] = [
  parallelCalls,
  toolLoop,
  thoughtfulToolLoop,
  reasoningState,
];
