// "Streams and disconnects": slow models, and silence within responses.
import { delayHead, pauseAfter, reshape, type Answer } from '@parley/testkit';
import { check, checkEqual, checkStatus } from '../check.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { ClientFormat } from '../formats/client-format.ts';
import { upstreamFormats } from '../gateway/configuration.ts';
import type { Scenario, UpstreamContext } from '../scenario.ts';
import { sendStream, expectText, pieces, wholeText, type ReadStream } from './expect.ts';
import { countFramesUntil } from './streams.ts';

const slow = { needs: 'upstream', tag: 'slow', seconds: 90 } as const;

/** Sends requests to every upstream format at once. */
function sendAll(
  context: UpstreamContext,
  clientFormat: ClientFormat,
  change: (answer: Answer) => Answer,
): Promise<readonly ReadStream[]> {
  return Promise.all(
    upstreamFormats.map((format) => {
      const play = context.testGateway.play(
        reshape(context.testGateway.answer({ text: pieces }), change),
      );
      return sendStream(context, clientFormat, { model: `by-${format}`, prompt: play.mark });
    }),
  );
}

function pauseMidway(milliseconds: number): (answer: Answer) => Answer {
  return (answer) => pauseAfter(answer, countFramesUntil(answer, pieces[0]), milliseconds);
}

/** Checks what each format sends while its upstream is silent. */
const keepAlives: Readonly<Record<ClientFormat['name'], (read: ReadStream) => void>> = {
  chat: expectComments,
  responses: expectComments,
  messages({ stream }) {
    const pings = stream.frames.filter(({ event }) => event === 'ping');
    check(pings.length > 0, 'there is no ping');
    for (const { data } of pings) checkEqual(JSON.parse(data), { type: 'ping' }, 'the ping');
  },
  gemini({ stream }) {
    checkEqual(stream.comments, [], 'comments');
    check(
      stream.frames.every(({ data }) => data.includes('candidates')),
      'there is a ping',
    );
  },
};

function expectComments({ stream }: ReadStream): void {
  check(stream.comments.length > 0, 'there is no comment');
  check(
    stream.frames.every(({ data }) => !data.includes('ping')),
    'there is a ping',
  );
}

export const timeoutScenarios: readonly Scenario[] = clientFormats.flatMap(
  (clientFormat): readonly Scenario[] => [
    {
      ...slow,
      id: `slow-first-byte-${clientFormat.name}`,
      title: `a model that takes 30 seconds to its first fragment is waited for, in ${clientFormat.name}`,
      rules: ['stream-slow-first-byte'],
      async run(context: UpstreamContext) {
        const reads = await sendAll(context, clientFormat, (answer) => delayHead(answer, 30_000));
        for (const read of reads) expectText(read, wholeText);
      },
    },
    {
      ...slow,
      id: `keep-alive-first-${clientFormat.name}`,
      title: `the wait for a slow first fragment is bridged as ${clientFormat.name} clients expect it`,
      rules: ['stream-keepalive-first'],
      async run(context: UpstreamContext) {
        const reads = await sendAll(context, clientFormat, (answer) => delayHead(answer, 25_000));
        for (const read of reads) keepAlives[clientFormat.name](read);
      },
    },
    {
      ...slow,
      id: `silence-${clientFormat.name}`,
      title: `12 seconds of silence within an answer cut nothing, in ${clientFormat.name}`,
      rules: ['stream-silence'],
      async run(context: UpstreamContext) {
        for (const read of await sendAll(context, clientFormat, pauseMidway(12_000)))
          expectText(read, wholeText);
      },
    },
    {
      ...slow,
      id: `keep-alive-${clientFormat.name}`,
      title: `a silence of 20 seconds is bridged as ${clientFormat.name} clients expect it`,
      rules: ['stream-keepalive', 'stream-silence'],
      async run(context: UpstreamContext) {
        for (const read of await sendAll(context, clientFormat, pauseMidway(20_000))) {
          expectText(read, wholeText);
          keepAlives[clientFormat.name](read);
        }
      },
    },
    {
      ...slow,
      id: `slow-whole-answer-${clientFormat.name}`,
      title: `a whole answer that takes 12 seconds is waited for, in ${clientFormat.name}`,
      rules: ['stream-whole-slow'],
      async run(context: UpstreamContext) {
        await Promise.all(
          upstreamFormats.map(async (format) => {
            const play = context.testGateway.play(
              reshape(context.testGateway.answer({ text: pieces }), (answer) =>
                delayHead(answer, 12_000),
              ),
            );
            const reply = await context.send(
              clientFormat.ask({ model: `by-${format}`, prompt: play.mark }),
            );
            checkStatus(reply, 200);
            checkEqual(clientFormat.textOf(reply.body), wholeText, 'the text');
          }),
        );
      },
    },
  ],
);
