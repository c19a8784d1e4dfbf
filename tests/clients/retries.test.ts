import { setTimeout as wait } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { createOpenAI } from '@ai-sdk/openai';
import { ApiError, GoogleGenAI } from '@google/genai';
import { answerWith, failWith, reshape, truncate, type Answer } from '@parley/testkit';
import { APICallError, generateText, RetryError, streamText } from 'ai';
import { createOpenAI as createOpenAI2 } from 'ai-sdk-openai2';
import { createOpenAI as createOpenAI3 } from 'ai-sdk-openai3';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { shareTestGateway } from './shared-gateway.ts';
import { nameModel } from './test-gateway.ts';

// How often the libraries call a failing upstream with their own defaults, and what they finally throw.

const testGateway = shareTestGateway();

const prompt = 'Hi';
const access = () => ({ apiKey: testGateway.parley.key, baseURL: `${testGateway.parley.url}/v1` });
const chat = {
  model: nameModel('gpt', 'chat'),
  messages: [{ role: 'user' as const, content: prompt }],
};
const message = { ...chat, model: nameModel('claude', 'messages'), max_tokens: 100 };
const google = { model: nameModel('gemini', 'gemini'), contents: prompt };

const connectGoogle = () => {
  const { url, key } = testGateway.parley;
  return new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } }).models;
};

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
}

/** Starts a stream of the AI SDK, which reports a failure to a callback. */
type StartText = (onError: (event: { error: unknown }) => void) => AsyncIterable<string>;

async function drainText(run: StartText) {
  const errors: unknown[] = [];
  await drain(run(({ error }) => errors.push(error)));
  if (errors.length > 0) throw errors[0];
}

interface Library {
  readonly name: string;
  /** Calls for one request that always fails with an error that a retry may solve. */
  readonly tries: number;
  /** Whether the library obeys `x-should-retry`. */
  readonly obeys: boolean;
  whole(): Promise<unknown>;
  streamed(): Promise<void>;
  /** The status of the final error. */
  statusOf(error: unknown): number | undefined;
}

function statusOfRetries(error: unknown): number | undefined {
  const last: unknown = RetryError.isInstance(error) ? error.lastError : error;
  return APICallError.isInstance(last) ? last.statusCode : undefined;
}

/** The AI SDK ignores `x-should-retry`; it repeats a 502 twice. */
function describeAiSdk(name: string, whole: Library['whole'], start: StartText): Library {
  const streamed = (): Promise<void> => drainText(start);
  return { name, tries: 3, obeys: false, whole, streamed, statusOf: statusOfRetries };
}

const libraries: readonly Library[] = [
  {
    name: 'openai',
    tries: 3,
    obeys: true,
    whole: () => new OpenAI(access()).chat.completions.create(chat),
    streamed: async () =>
      drain(await new OpenAI(access()).chat.completions.create({ ...chat, stream: true })),
    statusOf: (error) => (error instanceof OpenAI.APIError ? (error.status as number) : undefined),
  },
  {
    name: '@anthropic-ai/sdk',
    tries: 3,
    obeys: true,
    whole: () =>
      new Anthropic({ ...access(), baseURL: testGateway.parley.url }).messages.create(message),
    streamed: () =>
      drain(
        new Anthropic({ ...access(), baseURL: testGateway.parley.url }).messages.stream(message),
      ),
    statusOf: (error) =>
      error instanceof Anthropic.APIError ? (error.status as number) : undefined,
  },
  describeAiSdk(
    'AI SDK 7',
    () => generateText({ model: createOpenAI(access()).chat(chat.model), prompt }),
    (onError) =>
      streamText({ model: createOpenAI(access()).chat(chat.model), prompt, onError }).textStream,
  ),
  describeAiSdk(
    'AI SDK 6',
    () => ai6.generateText({ model: createOpenAI3(access()).chat(chat.model), prompt }),
    (onError) =>
      ai6.streamText({ model: createOpenAI3(access()).chat(chat.model), prompt, onError })
        .textStream,
  ),
  describeAiSdk(
    'AI SDK 5',
    () => ai5.generateText({ model: createOpenAI2(access()).chat(chat.model), prompt }),
    (onError) =>
      ai5.streamText({ model: createOpenAI2(access()).chat(chat.model), prompt, onError })
        .textStream,
  ),
  {
    name: '@google/genai',
    tries: 1,
    obeys: false,
    whole: () => connectGoogle().generateContent(google),
    streamed: async () => drain(await connectGoogle().generateContentStream(google)),
    statusOf: (error) => (error instanceof ApiError ? error.status : undefined),
  },
];

/** Cuts a reply in the middle of its text. */
function cutMidway(answer: Answer): Answer {
  const sends = answer.body.filter((step) => step.step === 'send');
  const frames = 1 + sends.findIndex(({ bytes }) => Buffer.from(bytes).includes('One'));
  return truncate(answer, { frames, by: 'reset' });
}

/** The AI SDK 5 throws the error of a stream as the object that was sent. */
function textOf(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}

async function catchError(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => expect.fail('the request must fail'),
    (error: unknown) => error,
  );
}

/** Resolves when the rate limit of an earlier test is over. */
const limitIsOver = () => wait(1_100);

describe.each(libraries)('$name', ({ tries, obeys, whole, streamed, statusOf }) => {
  const calls = () => testGateway.upstream.requests.length;

  it('reports a broken stream and does not repeat it', async () => {
    testGateway.upstream.script(
      reshape(answerWith({ text: ['One', ' two', ' three'] }), cutMidway),
    );
    expect(textOf(await catchError(streamed()))).toMatch(/upstream|Connection error/i);
    expect(calls()).toBe(1);
  });

  it.each([
    ['refuses the credential', 401],
    ['has an empty account', 402],
  ])(
    'gets 502 if the upstream %s, and repeats only if it ignores x-should-retry',
    async (_, status) => {
      testGateway.upstream.script(failWith(status));
      expect(statusOf(await catchError(whole()))).toBe(502);
      if (obeys) expect(calls()).toBe(1);
      else expect(calls()).toBeLessThanOrEqual(tries);
    },
  );

  it('waits as long as a rate limit says, and gives up with 429', async () => {
    testGateway.upstream.script(failWith(429, { headers: { 'retry-after': '1' } }));
    expect(statusOf(await catchError(whole()))).toBe(429);
    expect(calls()).toBe(tries);
  });

  it('succeeds after a rate limit if it retries at all', async () => {
    await limitIsOver();
    testGateway.upstream.next(failWith(429, { headers: { 'retry-after': '1' } }));
    testGateway.upstream.script(answerWith({ text: 'Hello.' }));
    if (tries === 1) expect(statusOf(await catchError(whole()))).toBe(429);
    else await whole();
    expect(calls()).toBe(Math.min(tries, 2));
  });

  it('retries an overloaded upstream, and gives up with its status', async () => {
    await limitIsOver();
    testGateway.upstream.script(failWith(503));
    expect([503, 529]).toContain(statusOf(await catchError(whole())));
    // The gateway itself tries each request once more.
    expect(calls()).toBeGreaterThanOrEqual(tries);
    expect(calls()).toBeLessThanOrEqual(2 * tries);
  });
});
