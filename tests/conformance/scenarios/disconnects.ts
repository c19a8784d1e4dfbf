// "Streams and disconnects": clients that disconnect, clients that do not read, and many at once.
import { endlessStream, holdHead, reshape, stallAfter, type Answer } from '@parley/testkit';
import { setTimeout as wait } from 'node:timers/promises';
import { check, checkEqual, checkStatus, numberAt, until } from '../check.ts';
import { chat } from '../formats/chat.ts';
import type { ClientFormat } from '../formats/client-format.ts';
import { nameModel, upstreamFormats, type UpstreamFormat } from '../gateway/configuration.ts';
import type { Scenario, UpstreamContext } from '../scenario.ts';
import { sendStream, expectText, forEachPair, pairs, pieces, wholeText } from './expect.ts';
import { countFramesUntil } from './streams.ts';

/** Shorter than the timeouts of a brief upstream. */
const longestGoodbyeMs = 8_000;

/** Stops sending after the first piece of the text. */
function stallMidway(answer: Answer): Answer {
  return stallAfter(answer, countFramesUntil(answer, pieces[0]));
}

/** Never sends a response. */
function stallFirst(answer: Answer): Answer {
  return { ...answer, before: [{ step: 'stall' }] };
}

async function leaveMidway(
  context: UpstreamContext,
  {
    clientFormat,
    format,
    key,
  }: {
    readonly clientFormat: ClientFormat;
    readonly format: UpstreamFormat;
    readonly key?: string;
  },
): Promise<void> {
  const play = context.testGateway.play(
    reshape(context.testGateway.answer({ text: pieces }), stallMidway),
  );
  const call = clientFormat.ask({
    model: nameModel(format, 'brief'),
    prompt: play.mark,
    stream: true,
  });
  const reply = await context.client.open({ ...call, ...(key !== undefined && { key }) });
  checkStatus({ status: reply.status }, 200);
  await reply.readUntil(pieces[0].trim());
  reply.leave();
  const request = await play.firstRequest();
  await until(
    'the call of the upstream is given up',
    () => request.closedByClientAt,
    longestGoodbyeMs,
  );
}

async function leaveFirst(
  context: UpstreamContext,
  {
    clientFormat,
    format,
    stream,
  }: {
    readonly clientFormat: ClientFormat;
    readonly format: UpstreamFormat;
    readonly stream: boolean;
  },
): Promise<void> {
  const play = context.testGateway.play(
    reshape(context.testGateway.answer({ text: pieces }), stallFirst),
  );
  const leaving = new AbortController();
  const call = clientFormat.ask({ model: nameModel(format, 'brief'), prompt: play.mark, stream });
  const asking = context.client.openUntil(call, leaving.signal).catch(() => undefined);
  const request = await play.firstRequest();
  leaving.abort();
  await asking;
  await until(
    'the call of the upstream is given up',
    () => request.closedByClientAt,
    longestGoodbyeMs,
  );
}

/** The usage of a key, from its own usage endpoint. */
async function readTotals(context: UpstreamContext, key: string): Promise<Record<string, number>> {
  const { body } = await context.send({ path: '/v1/usage', key });
  const read = (name: string) => numberAt(body, 'usage', 'total', name);
  return {
    requests: read('requests'),
    input: read('input_tokens'),
    output: read('output_tokens'),
    cost: read('actual_cost'),
  };
}

/** Requests many streams at once, each with its own text. */
async function askMany(context: UpstreamContext, count: number): Promise<void> {
  const asked = Array.from({ length: count }, async (_, index) => {
    const text = [`Number ${index} `, `of ${count}, `, 'and no other.'];
    const { clientFormat, format } = pairs[index % pairs.length] ?? {
      clientFormat: chat,
      format: 'chat' as const,
    };
    const play = context.testGateway.play(context.testGateway.answer({ text }));
    const read = await sendStream(context, clientFormat, {
      model: `by-${format}`,
      prompt: play.mark,
    });
    expectText(read, text.join(''));
  });
  const failed = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
  const [first] = failed;
  const reason: unknown = first?.status === 'rejected' ? first.reason : undefined;
  const why = reason instanceof Error ? reason.message : '';
  checkEqual(failed.length, 0, `streams of ${count} that failed (${why})`);
}

export const disconnectScenarios: readonly Scenario[] = [
  {
    id: 'ended-is-billed',
    title: 'the usage of a request is available as soon as its response has ended',
    rules: ['stream-billed', 'usage-totals', 'reply-usage'],
    needs: 'upstream',
    async run(context) {
      const { secret } = await context.admin.createKey();
      const usage = { input: 100, output: 10 };
      for (const [index, { clientFormat, format }] of pairs.entries()) {
        const play = context.testGateway.play(context.testGateway.answer({ text: pieces, usage }));
        const requestInput = { model: `by-${format}`, prompt: play.mark, stream: index % 2 === 0 };
        const reply = await context.send({ ...clientFormat.ask(requestInput), key: secret });
        checkStatus(reply, 200);
        const read = await readTotals(context, secret);
        const calls = index + 1;
        checkEqual(
          [read['requests'], read['input'], read['output']],
          [calls, calls * usage.input, calls * usage.output],
          `requests and tokens after ${calls} calls`,
        );
      }
    },
  },
  {
    id: 'parallel-200',
    title: '200 concurrent streams each get their own reply',
    rules: ['stream-parallel'],
    needs: 'upstream',
    alone: true,
    seconds: 60,
    run: (context) => askMany(context, 200),
  },
  {
    id: 'parallel-2000',
    title: '2,000 concurrent streams each get their own reply',
    rules: ['stream-parallel-many'],
    needs: 'upstream',
    tag: 'heavy',
    alone: true,
    seconds: 240,
    run: (context) => askMany(context, 2_000),
  },
  {
    id: 'one-hangs',
    title: 'an upstream that hangs does not block the others',
    rules: ['stream-parallel'],
    needs: 'upstream',
    alone: true,
    async run(context) {
      const play = context.testGateway.play(
        reshape(context.testGateway.answer({ text: pieces }), holdHead),
      );
      const hanging = Promise.allSettled(
        Array.from({ length: 50 }, () =>
          context.send(chat.ask({ model: 'by-chat', prompt: play.mark })),
        ),
      );
      await play.firstRequest();
      const other = context.testGateway.play(context.testGateway.answer({ text: pieces }));
      expectText(
        await sendStream(context, chat, { model: 'by-chat', prompt: other.mark }),
        wholeText,
      );
      context.testGateway.release();
      await hanging;
    },
  },
  {
    id: 'leave-midway',
    title: 'a client that disconnects in the middle of a stream cancels the upstream call',
    rules: ['stream-leave-midway'],
    needs: 'upstream',
    alone: true,
    run: (context) => forEachPair(pairs, (pair) => leaveMidway(context, pair)),
  },
  {
    id: 'leave-first',
    title: 'a client that disconnects before the first byte cancels the upstream call',
    rules: ['stream-leave-first'],
    needs: 'upstream',
    alone: true,
    async run(context) {
      for (const stream of [true, false]) {
        await forEachPair(pairs, (pair) => leaveFirst(context, { ...pair, stream }));
      }
    },
  },
  {
    id: 'leave-midway-is-billed',
    title: 'what was delivered until a client disconnected is in the usage of its key',
    rules: ['stream-leave-billed', 'usage-totals'],
    needs: 'upstream',
    alone: true,
    async run(context) {
      for (const format of upstreamFormats) {
        const { secret } = await context.admin.createKey();
        await leaveMidway(context, { clientFormat: chat, format, key: secret });
        const totals = await until('the call is in the usage', async () => {
          const read = await readTotals(context, secret);
          return read['requests'] === 1 ? read : undefined;
        });
        check((totals['input'] ?? 0) > 0, `no prompt by ${format}: ${JSON.stringify(totals)}`);
        check((totals['output'] ?? 0) > 0, `no answer by ${format}: ${JSON.stringify(totals)}`);
        check((totals['cost'] ?? 0) > 0, `no cost by ${format}: ${JSON.stringify(totals)}`);
      }
    },
  },
  {
    id: 'many-leave-at-once',
    title: '150 clients that disconnect at once cancel their upstream calls, and others continue',
    rules: ['stream-leave-midway', 'stream-parallel'],
    needs: 'upstream',
    alone: true,
    seconds: 60,
    async run(context) {
      const play = context.testGateway.play(
        reshape(context.testGateway.answer({ text: pieces }), stallMidway),
      );
      const call = chat.ask({ model: 'by-messages', prompt: play.mark, stream: true });
      const replies = await Promise.all(
        Array.from({ length: 150 }, async () => {
          const reply = await context.client.open(call);
          await reply.readUntil(pieces[0].trim());
          return reply;
        }),
      );
      for (const reply of replies) reply.leave();
      await until(
        'all calls are given up',
        () => play.requests.every(({ closedByClientAt }) => closedByClientAt) || undefined,
        20_000,
      );
      const other = context.testGateway.play(context.testGateway.answer({ text: pieces }));
      expectText(
        await sendStream(context, chat, { model: 'by-messages', prompt: other.mark }),
        wholeText,
      );
    },
  },
  {
    id: 'back-pressure',
    title: 'while a client does not read, the upstream is not read either',
    rules: ['stream-back-pressure'],
    needs: 'upstream',
    alone: true,
    seconds: 60,
    async run(context) {
      const mebibyte = 1024 * 1024;
      for (const { clientFormat, format } of [
        { clientFormat: chat, format: 'chat' as const },
        { clientFormat: chat, format: 'messages' as const },
      ]) {
        const text = ['Begin. ', 'x'.repeat(64 * 1024)];
        const script = reshape(context.testGateway.answer({ text }), (answer) =>
          endlessStream(answer, countFramesUntil(answer, 'xxx') - 1, 4_096),
        );
        const play = context.testGateway.play(script);
        const call = clientFormat.ask({
          model: nameModel(format, 'brief'),
          prompt: play.mark,
          stream: true,
          maxTokens: 60_000,
        });
        const reply = await context.client.open(call);
        await reply.readUntil('Begin');
        reply.pause();
        const request = await play.firstRequest();
        const settled = await until(
          'the upstream is not read any more',
          async () => {
            const before = request.bytesSent;
            await wait(1_500);
            return request.bytesSent === before ? before : undefined;
          },
          20_000,
        );
        reply.leave();
        check(request.endedAt === undefined, 'all of it was taken');
        check(settled < 48 * mebibyte, `${Math.round(settled / mebibyte)} MiB were taken`);
      }
    },
  },
];
