import Anthropic from '@anthropic-ai/sdk';
import { createOpenAI } from '@ai-sdk/openai';
import { ApiError, GoogleGenAI } from '@google/genai';
import {
  answerWith,
  createScriptedUpstream,
  failWith,
  reshape,
  truncate,
  type Answer,
  type ScriptedUpstream,
} from '@parley/testkit';
import { APICallError, generateText, RetryError, streamText } from 'ai';
import { createOpenAI as createOpenAI2 } from 'ai-sdk-openai2';
import { createOpenAI as createOpenAI3 } from 'ai-sdk-openai3';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startParley, type Parley } from '../parley.ts';

// How often the libraries call a failing upstream with their own defaults, and what they finally throw. Each test has an
// upstream of its own, so that all of them wait at the same time.

const testsOfLibrary = 6;
let parley: Parley;
let upstreams: readonly ScriptedUpstream[];
let taken = 0;

beforeAll(async () => {
  const count = libraries.length * testsOfLibrary;
  upstreams = await Promise.all(Array.from({ length: count }, () => createScriptedUpstream()));
  parley = await startParley(configure());
});
afterAll(async () => {
  await parley.stop();
  expect(upstreams.flatMap(({ failures }) => failures)).toEqual([]);
  await Promise.all(upstreams.map((upstream) => upstream.close()));
});

/** JSON is valid YAML. */
function configure(): string {
  return JSON.stringify({
    upstreams: Object.fromEntries(upstreams.map(({ url }, at) => [nameOf(at), configureOne(url)])),
  });
}

function configureOne(url: string) {
  return {
    provider: 'openai-compatible',
    base_url: { 'openai-chat': `${url}/v1`, 'anthropic-messages': url, 'gemini-generate': url },
    credential: 'upstream-credential-1',
    models: ['model'],
  };
}

function nameOf(index: number): string {
  return `upstream-${index}`;
}

/** The gateway, and a model of the upstream of one test. */
interface Access {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

/** Takes an upstream for one test. */
function arrange(): { readonly upstream: ScriptedUpstream; readonly access: Access } {
  const upstream = upstreams[taken];
  if (upstream === undefined) throw new Error('There are more tests than upstreams.');
  const { url, key } = parley;
  return { upstream, access: { url, key, model: `${nameOf(taken++)}/model` } };
}

const prompt = 'Hi';
const messages = [{ role: 'user' as const, content: prompt }];

function connectOpenAi({ url, key }: Access) {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1` }).chat.completions;
}

function connectAnthropic({ url, key }: Access) {
  return new Anthropic({ apiKey: key, baseURL: url }).messages;
}

function connectGoogle({ url, key }: Access) {
  return new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } }).models;
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
}

interface Library {
  readonly name: string;
  /** Calls for one request that always fails with an error that a retry may solve. */
  readonly tries: number;
  /** Whether the library obeys `x-should-retry`. */
  readonly obeys: boolean;
  whole(access: Access): Promise<unknown>;
  streamed(access: Access): Promise<void>;
  /** The status of the final error. */
  statusOf(error: unknown): number | undefined;
}

function statusOfRetries(error: unknown): number | undefined {
  const last: unknown = RetryError.isInstance(error) ? error.lastError : error;
  return APICallError.isInstance(last) ? last.statusCode : undefined;
}

/** Starts a stream of the AI SDK, which reports a failure to a callback. */
type StartText = (
  access: Access,
  onError: (event: { error: unknown }) => void,
) => AsyncIterable<string>;

/** The AI SDK ignores `x-should-retry`; it repeats a 502 twice. */
function describeAiSdk(name: string, whole: Library['whole'], start: StartText): Library {
  const streamed = async (access: Access): Promise<void> => {
    const errors: unknown[] = [];
    await drain(start(access, ({ error }) => errors.push(error)));
    if (errors.length > 0) throw errors[0];
  };
  return { name, tries: 3, obeys: false, whole, streamed, statusOf: statusOfRetries };
}

type Settings = { readonly apiKey: string; readonly baseURL: string };

/** The model of an access, as a major version of the AI SDK makes it. */
function aiModel<Model>(
  connect: (settings: Settings) => { chat(model: string): Model },
  { url, key, model }: Access,
): Model {
  return connect({ apiKey: key, baseURL: `${url}/v1` }).chat(model);
}

const libraries: readonly Library[] = [
  {
    name: 'openai',
    tries: 3,
    obeys: true,
    whole: (access) => connectOpenAi(access).create({ model: access.model, messages }),
    streamed: async (access) =>
      drain(await connectOpenAi(access).create({ model: access.model, messages, stream: true })),
    statusOf: (error) => (error instanceof OpenAI.APIError ? (error.status as number) : undefined),
  },
  {
    name: '@anthropic-ai/sdk',
    tries: 3,
    obeys: true,
    whole: (access) =>
      connectAnthropic(access).create({ model: access.model, messages, max_tokens: 100 }),
    streamed: (access) =>
      drain(connectAnthropic(access).stream({ model: access.model, messages, max_tokens: 100 })),
    statusOf: (error) =>
      error instanceof Anthropic.APIError ? (error.status as number) : undefined,
  },
  describeAiSdk(
    'AI SDK 7',
    (access) => generateText({ model: aiModel(createOpenAI, access), prompt }),
    (access, onError) =>
      streamText({ model: aiModel(createOpenAI, access), prompt, onError }).textStream,
  ),
  describeAiSdk(
    'AI SDK 6',
    (access) => ai6.generateText({ model: aiModel(createOpenAI3, access), prompt }),
    (access, onError) =>
      ai6.streamText({ model: aiModel(createOpenAI3, access), prompt, onError }).textStream,
  ),
  describeAiSdk(
    'AI SDK 5',
    (access) => ai5.generateText({ model: aiModel(createOpenAI2, access), prompt }),
    (access, onError) =>
      ai5.streamText({ model: aiModel(createOpenAI2, access), prompt, onError }).textStream,
  ),
  {
    name: '@google/genai',
    tries: 1,
    obeys: false,
    whole: (access) =>
      connectGoogle(access).generateContent({ model: access.model, contents: prompt }),
    streamed: async (access) =>
      drain(
        await connectGoogle(access).generateContentStream({
          model: access.model,
          contents: prompt,
        }),
      ),
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

describe.concurrent.each(libraries)('$name', ({ tries, obeys, whole, streamed, statusOf }) => {
  it('reports a broken stream and does not repeat it', async () => {
    const { upstream, access } = arrange();
    upstream.script(reshape(answerWith({ text: ['One', ' two', ' three'] }), cutMidway));
    expect(textOf(await catchError(streamed(access)))).toMatch(/upstream|Connection error/i);
    expect(upstream.requests.length).toBe(1);
  });

  it.each([
    ['refuses the credential', 401],
    ['has an empty account', 402],
  ])(
    'gets 502 if the upstream %s, and repeats only if it ignores x-should-retry',
    async (_, status) => {
      const { upstream, access } = arrange();
      upstream.script(failWith(status));
      expect(statusOf(await catchError(whole(access)))).toBe(502);
      if (obeys) expect(upstream.requests.length).toBe(1);
      else expect(upstream.requests.length).toBeLessThanOrEqual(tries);
    },
  );

  it('waits as long as a rate limit says, and gives up with 429', async () => {
    const { upstream, access } = arrange();
    upstream.script(failWith(429, { headers: { 'retry-after': '1' } }));
    expect(statusOf(await catchError(whole(access)))).toBe(429);
    expect(upstream.requests.length).toBe(tries);
  });

  it('succeeds after a rate limit if it retries at all', async () => {
    const { upstream, access } = arrange();
    upstream.next(failWith(429, { headers: { 'retry-after': '1' } }));
    upstream.script(answerWith({ text: 'Hello.' }));
    if (tries === 1) expect(statusOf(await catchError(whole(access)))).toBe(429);
    else await whole(access);
    expect(upstream.requests.length).toBe(Math.min(tries, 2));
  });

  it('retries an overloaded upstream, and gives up with its status', async () => {
    const { upstream, access } = arrange();
    upstream.script(failWith(503));
    expect([503, 529]).toContain(statusOf(await catchError(whole(access))));
    // The gateway itself tries each request once more.
    expect(upstream.requests.length).toBeGreaterThanOrEqual(tries);
    expect(upstream.requests.length).toBeLessThanOrEqual(2 * tries);
  });
});
