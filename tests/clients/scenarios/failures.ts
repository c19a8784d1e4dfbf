/** Scenarios of errors: wrong keys and models, rejected requests, failures of upstreams. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  answerWith,
  errorEvent,
  failWith,
  pauseAfter,
  reshape,
  shortBody,
  truncate,
  type Answer,
  type EarlyEnd,
} from '@parley/testkit';
import { expect } from 'vitest';
import type { ObjectSchema } from '../driver.ts';
import { upstreamCredential } from '../test-gateway.ts';
import { catchFailure, type Scenario, type ScenarioContext } from './scenario.ts';

const prompt = { text: 'Hi' };

const emptySchema: ObjectSchema = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
};

const wrongKey: Scenario = {
  name: 'a wrong key',
  ofGateway: true,
  async play(context) {
    const asking = context.connect({ key: 'sk-wrong' }).send(prompt, context.mode);
    expect((await catchFailure(context, asking)).status).toBe(401);
    expect(context.upstream.requests).toEqual([]);
  },
};

const unknownModel: Scenario = {
  name: 'an unknown model',
  ofGateway: true,
  async play(context) {
    const asking = context.connect({ model: 'nobody' }).send(prompt, context.mode);
    const failure = await catchFailure(context, asking);
    expect(failure.status).toBe(404);
    expect(failure.message).toContain('nobody');
    expect(context.upstream.requests).toEqual([]);
  },
};

const wrongField: Scenario = {
  name: 'a field that is wrong',
  ofGateway: true,
  async play(context) {
    const nameless = { name: '', description: 'Nothing', schema: emptySchema };
    const asking = context.connect({ tools: [nameless] }).send(prompt, context.mode);
    const failure = await catchFailure(context, asking);
    expect(failure.status).toBe(400);
    expect(failure.message).toContain('tools');
    expect(context.upstream.requests).toEqual([]);
  },
};

/** @param told the status that the client sees; another one if the upstream refuses the gateway's credential */
function createRefusal(status: number, told = status): Scenario {
  return {
    name: `an upstream that answers ${status}`,
    ...(told === status ? {} : { ofGateway: true }),
    async play(context) {
      const message = told === status ? 'The request did not please.' : upstreamCredential;
      // A lasting rate limit would also affect the next scenario.
      const headers = { 'retry-after': '0' };
      context.upstream.script(failWith(status, { message, headers }));
      const asking = context.connect().send(prompt, context.mode);
      const failure = await catchFailure(context, asking);
      expect(failure.status).toBe(told);
      expect(failure.message).not.toContain(upstreamCredential);
      if (status === 400) expect(failure.message).toContain(message);
    },
  };
}

const pieces = ['Part one.', ' Part two.', ' Part three.', ' Part four.'];

/** How many frames a stream has up to the one with the second piece. */
function countFrames(answer: Answer): number {
  const sends = answer.body.filter((step) => step.step === 'send');
  return 1 + sends.findIndex(({ bytes }) => Buffer.from(bytes).includes(' Part two.'));
}

/** Milliseconds in which a client learns that the connection of a failed stream is closed (decision 62). */
const closePause = 25;

async function expectBrokenStream(context: ScenarioContext): Promise<string> {
  const conversation = context.connect();
  const failure = await catchFailure(context, conversation.send(prompt, 'streamed'));
  expect(conversation.heard()).toMatch(/^Part one\./);
  await wait(closePause);
  return failure.message;
}

const errorMidway: Scenario = {
  name: 'an error in the middle of a stream',
  replyModes: ['streamed'],
  async play(context) {
    const message = 'The model fell over.';
    context.upstream.next(
      reshape(answerWith({ text: pieces }), (answer, { dialect }) =>
        errorEvent(answer, { dialect, after: countFrames(answer), message }),
      ),
    );
    expect(await expectBrokenStream(context)).toContain(message);
  },
};

/** Milliseconds between the text and the cut. */
const cutPause = 100;

function createCutStream(by: EarlyEnd): Scenario {
  return {
    name: `a stream that is cut (${by})`,
    replyModes: ['streamed'],
    ofGateway: true,
    async play(context) {
      context.upstream.next(
        reshape(answerWith({ text: pieces }), (answer) => {
          const frames = countFrames(answer);
          // A gateway that reads the text and the cut at once may answer with an error instead of a stream.
          return pauseAfter(truncate(answer, { frames, by }), frames, cutPause);
        }),
      );
      // The gateway's own text shows that the library has not only missed an end mark.
      expect(await expectBrokenStream(context)).toMatch(/upstream/i);
    },
  };
}

const cutAnswer: Scenario = {
  name: 'a whole answer that is cut',
  ofGateway: true,
  replyModes: ['whole'],
  async play(context) {
    context.upstream.script(reshape(answerWith({ text: 'Hi' }), (answer) => shortBody(answer, 40)));
    const failure = await catchFailure(context, context.connect().send(prompt, 'whole'));
    expect(failure.status).toBe(502);
  },
};

export const failures: readonly Scenario[] = [
  wrongKey,
  unknownModel,
  wrongField,
  createRefusal(400),
  createRefusal(401, 502),
  createRefusal(429),
  createRefusal(500, 502),
  cutAnswer,
  errorMidway,
  createCutStream('fin'),
  createCutStream('reset'),
  createCutStream('clean'),
];
