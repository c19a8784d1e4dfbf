// "Which status for what": failures of upstreams, and limits of keys.
import {
  delayHead,
  emptyOk,
  failWith,
  finBeforeHead,
  htmlPage,
  noContent,
  nullOk,
  partialHead,
  redirect,
  resetBeforeHead,
  shortBody,
  stallAfter,
  reshape,
  type Script,
} from '@parley/testkit';
import { check, checkEqual, checkMatch, checkStatus } from '../check.ts';
import { chat } from '../formats/chat.ts';
import type { ClientFormat, FormatName } from '../formats/client-format.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { nameModel, upstreamFormats, type UpstreamKind } from '../gateway/configuration.ts';
import type { Call, Reply } from '../http/client.ts';
import type { AdminContext, Scenario, UpstreamContext } from '../scenario.ts';
import { expectError, forEachPair, pairs } from './expect.ts';

type ByFormat<Value> = Readonly<Record<FormatName, Value>>;

/** The expected response of one format. */
interface Answered {
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
}

function everywhere(status: number): ByFormat<Answered> {
  return { chat: { status }, messages: { status }, gemini: { status }, responses: { status } };
}

interface UpstreamFault {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly kind: UpstreamKind;
  readonly scripts: readonly Script[];
  /** The `user-agent` of the client; none by default. */
  readonly userAgent?: string;
  readonly answered: ByFormat<Answered>;
  /** Words that assistants look for in the message. */
  readonly words?: ByFormat<string>;
  /** A text that the response must not contain. */
  readonly secret?: string;
  /** A text that the response must contain. */
  readonly message?: string;
  readonly retryAfter?: RegExp;
  /** Whether a client with the upstream's format receives the upstream's own error. */
  readonly relayed?: true;
}

/** A `user-agent` that names a client which ignores `x-should-retry`. */
const repeatingClient = 'opencode/1.18.33 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14';

const broken: ByFormat<Answered> = {
  chat: { status: 502, type: 'upstream_error' },
  messages: { status: 502, type: 'api_error' },
  gemini: { status: 502, type: 'UNAVAILABLE' },
  responses: { status: 502, type: 'upstream_error' },
};

const upstreamFaults: readonly UpstreamFault[] = [
  {
    id: 'upstream-refuses-our-key',
    title: 'an upstream that rejects our credential is a 502 without its message',
    rule: 'status-upstream-refuses-us',
    kind: 'refusing',
    scripts: [401, 403].map((status) =>
      failWith(status, { message: 'Incorrect API key provided: sk-upst***ial-1 of org-secret.' }),
    ),
    answered: broken,
    secret: 'org-secret',
  },
  {
    id: 'upstream-account-empty',
    title: 'an empty account and a missing model are a 502 that says nothing of them',
    rule: 'status-upstream-account',
    kind: 'refusing',
    scripts: [
      failWith(400, { message: 'Your credit balance is too low; see org-secret.' }),
      failWith(402, { message: 'Payment required by org-secret.' }),
      failWith(429, { message: 'Your prepayment credits are depleted; see org-secret.' }),
      failWith(404, { message: 'The model org-secret does not exist.' }),
    ],
    answered: broken,
    secret: 'org-secret',
  },
  {
    id: 'upstream-refuses-repeating-client',
    title: 'a client that ignores x-should-retry gets a 400 where no retry helps',
    rule: 'retry-ignored',
    kind: 'refusing',
    scripts: [401, 402].map((status) => failWith(status, { message: 'See org-secret.' })),
    userAgent: repeatingClient,
    answered: everywhere(400),
    secret: 'org-secret',
  },
  {
    id: 'upstream-context-full',
    title: 'a conversation that is too long is a 400 that assistants understand',
    rule: 'status-upstream-context',
    kind: 'good',
    scripts: [failWith(413, { message: 'The request exceeds the available context size.' })],
    answered: everywhere(400),
    words: {
      chat: 'exceeds the context window',
      responses: 'exceeds the context window',
      messages: 'prompt is too long',
      gemini: 'input token count exceeds the maximum',
    },
    message: 'exceeds the available context size',
  },
  {
    id: 'upstream-rejects-request',
    title: 'the message of an upstream that rejects a request reaches the client',
    rule: 'status-upstream-rejects',
    kind: 'good',
    scripts: [failWith(400, { message: 'The image could not be read.' })],
    answered: everywhere(400),
    message: 'The image could not be read.',
    relayed: true,
  },
  {
    id: 'upstream-throttles',
    title: 'an upstream rate limit is a 429 with its Retry-After',
    rule: 'status-upstream-throttles',
    kind: 'throttling',
    scripts: [failWith(429, { headers: { 'retry-after': '7' } })],
    answered: {
      chat: { status: 429, type: 'rate_limit_error' },
      messages: { status: 429, type: 'rate_limit_error' },
      gemini: { status: 429, type: 'RESOURCE_EXHAUSTED' },
      responses: { status: 429, type: 'rate_limit_error' },
    },
    // A third call within the wait is answered by the gateway with what is left of it.
    retryAfter: /^[1-7]$/,
    relayed: true,
  },
  {
    id: 'upstream-overloaded',
    title: 'an overloaded upstream is a 503, and a 529 in messages',
    rule: 'status-upstream-overloaded',
    kind: 'broken',
    scripts: [failWith(529)],
    answered: { ...everywhere(503), messages: { status: 529, type: 'overloaded_error' } },
    relayed: true,
  },
  {
    id: 'upstream-broken',
    title: 'an upstream that fails, or returns an unusable response, is a 502',
    rule: 'status-upstream-broken',
    kind: 'broken',
    scripts: [
      failWith(500),
      emptyOk(),
      noContent(),
      nullOk(),
      htmlPage(),
      finBeforeHead(),
      resetBeforeHead(),
      redirect('https://elsewhere.example/'),
    ],
    answered: broken,
  },
  {
    id: 'upstream-slow',
    title: 'an upstream that does not begin in time is a 504',
    rule: 'status-upstream-slow',
    kind: 'slow',
    scripts: [{ type: 'raw', steps: [{ step: 'stall' }] }],
    answered: {
      chat: { status: 504 },
      messages: { status: 504, type: 'timeout_error' },
      gemini: { status: 504, type: 'DEADLINE_EXCEEDED' },
      responses: { status: 504 },
    },
    words: {
      chat: 'timed out',
      responses: 'timed out',
      messages: 'timed out',
      gemini: 'timed out',
    },
  },
];

async function expectFault(
  context: UpstreamContext,
  fault: UpstreamFault,
  {
    clientFormat,
    script,
    model,
  }: { readonly clientFormat: ClientFormat; readonly script: Script; readonly model: string },
): Promise<void> {
  const play = context.testGateway.play(script);
  // A whole response only fails at its total timeout, so a slow upstream gets a streaming request.
  const stream = fault.kind === 'slow';
  const { headers, ...call } = clientFormat.ask({ model, prompt: play.mark, stream });
  const reply = await context.send({
    ...call,
    headers: { ...headers, 'user-agent': fault.userAgent },
  });
  const answered = { ...fault.answered[clientFormat.name], relayed: fault.relayed === true };
  const { message } = expectError(context, clientFormat, { reply, ...answered });
  if (fault.secret !== undefined) check(!reply.text.includes(fault.secret), reply.text);
  const words = fault.words?.[clientFormat.name];
  if (words !== undefined) check(message.includes(words), message);
  if (fault.message !== undefined) check(message.includes(fault.message), message);
  const { retryAfter } = fault;
  const wait = reply.headers['retry-after'] ?? '';
  if (retryAfter !== undefined) checkMatch(wait, retryAfter, 'retry-after');
}

const faultScenarios: readonly Scenario[] = upstreamFaults.map((fault) => ({
  id: fault.id,
  title: fault.title,
  rules: [
    fault.rule,
    'envelope-json',
    'retry-told',
    'spec-7.3',
    ...(fault.relayed ? ['envelope-relayed'] : []),
    ...(fault.words ? ['retry-words'] : []),
  ],
  needs: 'upstream',
  seconds: 60,
  async run(context) {
    for (const [index, script] of fault.scripts.entries()) {
      await forEachPair(
        pairs,
        ({ clientFormat, format }) =>
          expectFault(context, fault, {
            clientFormat,
            script,
            model: nameModel(format, fault.kind),
          }),
        `script ${index + 1}`,
      );
    }
  },
}));

/** Makes a call with its own key in each format. */
async function expectLimited(
  context: AdminContext,
  input: object,
  answered: ByFormat<Answered>,
): Promise<void> {
  const { secret } = await context.admin.createKey(input);
  for (const clientFormat of clientFormats) {
    const call = clientFormat.ask({ model: context.target.model, prompt: 'Hi' });
    const reply = await context.send({ ...call, key: secret });
    expectError(context, clientFormat, { reply, ...answered[clientFormat.name] });
    checkEqual(reply.headers['x-should-retry'], 'false', 'x-should-retry');
    checkEqual(reply.headers['retry-after'], undefined, 'retry-after');
  }
}

const usedUp: ByFormat<Answered> = {
  chat: { status: 429, type: 'insufficient_quota' },
  messages: { status: 429, type: 'rate_limit_error' },
  gemini: { status: 429, type: 'RESOURCE_EXHAUSTED' },
  responses: { status: 429, type: 'insufficient_quota' },
};

const tooMany: ByFormat<Answered> = {
  chat: { status: 429, type: 'rate_limit_error' },
  messages: { status: 429, type: 'rate_limit_error' },
  gemini: { status: 429, type: 'RESOURCE_EXHAUSTED' },
  responses: { status: 429, type: 'rate_limit_error' },
};

/** Sends a request again and again until the limit of its key refuses it. */
async function useUp(context: UpstreamContext, call: Call): Promise<Reply> {
  let reply = await context.send(call);
  for (let sent = 1; sent < 50 && reply.status === 200; sent += 1) reply = await context.send(call);
  return reply;
}

const limitScenarios: readonly Scenario[] = [
  {
    id: 'quota-of-nothing',
    title: 'a key with an exhausted quota gets its code, and no retry',
    rules: ['status-quota', 'retry-after-short', 'retry-told', 'spec-7.3', 'spec-8.3'],
    needs: 'admin',
    run: (context) => expectLimited(context, { limits: { quota: { tokens: 0 } } }, usedUp),
  },
  {
    id: 'quota-of-repeating-client',
    title: 'a client that ignores x-should-retry gets a 400 and the reason for an exhausted quota',
    rules: ['retry-ignored'],
    needs: 'admin',
    async run(context) {
      const { secret } = await context.admin.createKey({ limits: { quota: { tokens: 0 } } });
      for (const clientFormat of clientFormats) {
        const { headers, ...call } = clientFormat.ask({
          model: context.target.model,
          prompt: 'Hi',
        });
        const userAgent = { ...headers, 'user-agent': repeatingClient };
        const reply = await context.send({ ...call, headers: userAgent, key: secret });
        checkStatus(reply, 400);
        checkMatch(reply.text, /quota exceeded/i, 'the message');
      }
    },
  },
  {
    id: 'quota-spent',
    title: 'a quota of money is used up by requests, with its error code',
    rules: ['status-quota'],
    needs: 'upstream',
    async run(context) {
      const limits = { quota: { amount: '0.0005', reset: 'month' } };
      const { secret } = await context.admin.createKey({ limits });
      for (const clientFormat of clientFormats) {
        const call = clientFormat.ask({ model: 'by-chat', prompt: 'Hi' });
        const reply = await useUp(context, { ...call, key: secret });
        const code = 'key_quota_exhausted';
        expectError(context, clientFormat, { reply, ...usedUp[clientFormat.name], code });
        checkEqual(reply.headers['x-should-retry'], 'false', 'x-should-retry');
        checkEqual(reply.headers['retry-after'], undefined, 'retry-after');
      }
    },
  },
  {
    id: 'windows',
    title: 'an exhausted window reports when it is reset',
    rules: ['status-window', 'retry-after-short'],
    needs: 'upstream',
    async run(context) {
      for (const window of ['5h', '1d', '7d']) {
        const limits = { windows: { [window]: '0.0005' } };
        const { secret } = await context.admin.createKey({ limits });
        for (const clientFormat of clientFormats) {
          const call = clientFormat.ask({ model: 'by-chat', prompt: 'Hi' });
          const reply = await useUp(context, { ...call, key: secret });
          const code = `window_${window}_exceeded`;
          const { message } = expectError(context, clientFormat, {
            reply,
            ...usedUp[clientFormat.name],
            code,
          });
          checkMatch(message, /\d{4}-\d\d-\d\dT/, 'the message');
          checkMatch(reply.headers[`x-ratelimit-reset-${window}`] ?? '', /^\d+/, 'the reset');
          checkEqual(reply.headers['retry-after'], undefined, 'retry-after');
        }
      }
    },
  },
  {
    id: 'balance',
    title: 'an account without a balance gets its error code',
    rules: ['status-balance'],
    needs: 'upstream',
    async run(context) {
      const account = await context.admin.createAccount({ prepaid: true });
      await expectLimited(
        context,
        { account_id: account },
        { ...usedUp, messages: { status: 402, type: 'billing_error' } },
      );
    },
  },
  {
    id: 'requests-per-minute',
    title: 'more requests per minute than a key may send get a short Retry-After',
    rules: ['status-requests-per-minute', 'retry-after-short', 'spec-8.3'],
    needs: 'admin',
    async run(context) {
      for (const clientFormat of clientFormats) {
        const { secret } = await context.admin.createKey({ limits: { requests_per_minute: 1 } });
        const call = {
          ...clientFormat.ask({ model: context.target.model, prompt: 'Hi' }),
          key: secret,
        };
        checkStatus(await context.send(call), 200);
        const reply = await context.send(call);
        expectError(context, clientFormat, {
          reply,
          ...tooMany[clientFormat.name],
          code: 'rate_limit_exceeded',
        });
        check(reply.headers['retry-after'] !== undefined, 'there is no retry-after');
        checkEqual(reply.headers['x-should-retry'], 'true', 'x-should-retry');
      }
    },
  },
  {
    id: 'concurrency',
    title: 'more concurrent requests than a key may have are rejected',
    rules: ['status-concurrency'],
    needs: 'upstream',
    async run(context) {
      const { secret } = await context.admin.createKey({ limits: { concurrency: 1 } });
      const script = reshape(context.testGateway.answer({ text: ['One ', 'two.'] }), (answer) =>
        stallAfter(answer, 3),
      );
      const play = context.testGateway.play(script);
      const first = chat.ask({ model: 'by-chat', prompt: play.mark, stream: true });
      const running = await context.client.open({ ...first, key: secret });
      await running.readUntil('One ');
      await Promise.all(
        clientFormats.map(async (clientFormat) => {
          const call = clientFormat.ask({ model: 'by-chat', prompt: 'Hi' });
          const reply = await context.send({ ...call, key: secret });
          expectError(context, clientFormat, {
            reply,
            ...tooMany[clientFormat.name],
            code: 'concurrency_exceeded',
          });
        }),
      );
      running.leave();
    },
  },
  {
    id: 'upstream-away',
    title: 'an upstream that cannot be reached is a 502',
    rules: ['status-upstream-broken', 'envelope-json'],
    needs: 'upstream',
    async run(context) {
      for (const { clientFormat, format } of pairs) {
        const model = nameModel(format, 'away');
        const reply = await context.send(clientFormat.ask({ model, prompt: 'Hi' }));
        expectError(context, clientFormat, { reply, ...broken[clientFormat.name] });
      }
    },
  },
  {
    id: 'upstream-cuts-whole-answer',
    title: 'a truncated whole response is a 502, and nothing of it reaches the client',
    rules: ['status-upstream-broken'],
    needs: 'upstream',
    async run(context) {
      for (const format of upstreamFormats) {
        for (const script of [
          reshape(context.testGateway.answer({ text: 'Half an answer.' }), (answer) =>
            shortBody(answer, 30),
          ),
          partialHead(),
        ]) {
          const play = context.testGateway.play(script);
          const model = nameModel(format, 'broken');
          const reply = await context.send(chat.ask({ model, prompt: play.mark }));
          expectError(context, chat, { reply, ...broken.chat });
          check(!reply.text.includes('Half an'), reply.text);
        }
      }
    },
  },
  {
    id: 'slow-but-in-time',
    title: 'an upstream that begins just in time is waited for',
    rules: ['status-upstream-slow'],
    needs: 'upstream',
    async run(context) {
      const script = reshape(context.testGateway.answer({ text: 'In time.' }), (answer) =>
        delayHead(answer, 400),
      );
      const play = context.testGateway.play(script);
      const model = nameModel('chat', 'slow');
      const reply = await context.send(chat.ask({ model, prompt: play.mark, stream: true }));
      checkStatus(reply, 200);
      check(reply.text.includes('[DONE]'), reply.text);
    },
  },
  {
    id: 'whole-and-slow',
    title: 'a whole answer may take longer than a stream may take to begin',
    rules: ['stream-whole-slow'],
    needs: 'upstream',
    async run(context) {
      const script = reshape(context.testGateway.answer({ text: 'In time.' }), (answer) =>
        delayHead(answer, 1_500),
      );
      const play = context.testGateway.play(script);
      const model = nameModel('chat', 'slow');
      const reply = await context.send(chat.ask({ model, prompt: play.mark }));
      checkStatus(reply, 200);
      check(reply.text.includes('In time.'), reply.text);
    },
  },
];

export const statusScenarios: readonly Scenario[] = [...faultScenarios, ...limitScenarios];
