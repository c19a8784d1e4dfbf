// §6, §7 and "Streams and disconnects": upstreams that fail in the middle of a stream.
import {
  damagedFrame,
  errorEvent,
  halfToolCall,
  pauseAfter,
  reshape,
  truncate,
  withGarbage,
  withoutEndMark,
  type Answer,
  type EarlyEnd,
} from '@parley/testkit';
import { at, check, checkEqual, checkMatch, checkStatus, Mismatch } from '../check.ts';
import type { ClientFormat } from '../formats/client-format.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { ScriptedRequest } from '@parley/testkit';
import type { Scenario, UpstreamContext } from '../scenario.ts';
import type { Reply } from '../http/client.ts';
import { nameModel } from '../gateway/configuration.ts';
import {
  expectError,
  forEachPair,
  pairs,
  pieces,
  readStreamReply,
  type Pair,
  type ReadStream,
} from './expect.ts';
import { countFramesUntil } from './streams.ts';

type Change = (answer: Answer, request: ScriptedRequest) => Answer;

/** Creates a change that does its harm this number of milliseconds after the first piece of text was sent. */
type LateChange = (milliseconds: number) => Change;

/** Ends a response after its first piece of text. */
function cut(by: EarlyEnd): LateChange {
  return (milliseconds) => (answer) => {
    const frames = countFramesUntil(answer, pieces[0]);
    return pauseAfter(truncate(answer, { frames, by }), frames, milliseconds);
  };
}

/** Ends a response directly after its first piece of text. */
function cutAtOnce(by: EarlyEnd): Change {
  return (answer) => truncate(answer, { frames: countFramesUntil(answer, pieces[0]), by });
}

const failMidway: Change = (answer, { dialect }) =>
  errorEvent(answer, {
    dialect,
    after: countFramesUntil(answer, pieces[0]),
    message: 'The model fell over.',
  });

async function sendBroken(
  { testGateway, send }: UpstreamContext,
  change: Change,
  { clientFormat, format }: Pair,
): Promise<Reply> {
  const play = testGateway.play(reshape(testGateway.answer({ text: pieces }), change));
  const model = nameModel(format, 'broken');
  return send(clientFormat.ask({ model, prompt: play.mark, stream: true }));
}

/** Milliseconds from the first piece of text to the failure, in one attempt after the other. */
const pauses = [100, 1_000, 5_000];

/**
 * A gateway that was busy during the whole pause reads the text and the failure at once. The `fetch` of some runtimes
 * then reports the failure only, so the client gets no text. Such a reply says nothing about streams that had begun,
 * and the next attempt leaves more time.
 */
async function sendBrokenMidway(
  context: UpstreamContext,
  change: LateChange,
  pair: Pair,
): Promise<ReadStream> {
  for (const pause of pauses) {
    const reply = await sendBroken(context, change(pause), pair);
    // Nothing was sent yet, so the failure is an HTTP error.
    if (reply.status === 502) continue;
    const read = readBroken(reply, pair);
    if (read.text !== '') return read;
  }
  throw new Mismatch(`no text arrived ${pauses.at(-1)} ms before the failure`);
}

function readBroken(reply: Reply, { clientFormat }: Pair): ReadStream {
  checkStatus(reply, 200);
  return readStreamReply(clientFormat, reply);
}

/** Checks that the text was delivered and that the stream then failed as its format requires. */
function expectFailure(clientFormat: ClientFormat, read: ReadStream): void {
  checkEqual(read.stream.faults, [], 'faults');
  checkEqual(read.text, pieces[0], 'what came before the failure');
  check(read.endedByError, `${clientFormat.name} did not end with its error event`);
  check(!read.ended, `${clientFormat.name} has an end mark`);
  const { error, frames } = { error: read.error, frames: read.stream.frames };
  checkMatch(String(at(error, 'error', 'message')), /\S/, 'the message');
  const marks = frames.filter(({ data, event }) => data === '[DONE]' || event === 'message_stop');
  checkEqual(marks.length, 0, 'end marks');
  shapes[clientFormat.name](error);
}

/** Checks the error that ends a stream in each format. */
const shapes: Readonly<Record<ClientFormat['name'], (error: unknown) => void>> = {
  chat(error) {
    for (const field of ['type', 'code'])
      checkMatch(String(at(error, 'error', field)), /\w/, field);
    check(at(error, 'error', 'param') !== undefined, 'there is no param');
  },
  messages(error) {
    checkEqual(at(error, 'type'), 'error', 'type');
    checkMatch(String(at(error, 'error', 'type')), /_error$/, 'error.type');
  },
  gemini(error) {
    checkMatch(String(at(error, 'error', 'code')), /^\d{3}$/, 'code');
    checkMatch(String(at(error, 'error', 'status')), /^[A-Z_]+$/, 'status');
  },
  responses(error) {
    checkEqual(at(error, 'type'), 'error', 'type');
    checkEqual(at(error, 'message'), at(error, 'error', 'message'), 'the flat message');
    checkEqual(at(error, 'code'), at(error, 'error', 'code'), 'the flat code');
    check(typeof at(error, 'sequence_number') === 'number', 'there is no sequence_number');
  },
};

const failures: readonly (readonly [id: string, title: string, change: LateChange])[] = [
  ['error-event', 'fails by an error event', () => failMidway],
  ['clean-end', 'ends without its end mark', cut('clean')],
  ['fin', 'closes its connection', cut('fin')],
  ['reset', 'breaks its connection', cut('reset')],
];

const midway: readonly Scenario[] = failures.flatMap(([id, title, change]) =>
  clientFormats.map((clientFormat): Scenario => ({
    id: `stream-${id}-${clientFormat.name}`,
    title: `an upstream that ${title} midway ends a ${clientFormat.name} stream with an error event`,
    rules: [
      `stream-error-${clientFormat.name}`,
      'stream-error-partial',
      'spec-6.6',
      ...(id === 'error-event' ? [] : ['stream-truncated']),
      ...(clientFormat.name === 'chat' ? ['spec-6.5', 'spec-7.2'] : []),
    ],
    needs: 'upstream',
    async run(context) {
      for (const pair of pairs.filter((each) => each.clientFormat === clientFormat)) {
        const read = await sendBrokenMidway(context, change, pair);
        try {
          expectFailure(clientFormat, read);
        } catch (thrown) {
          if (thrown instanceof Error) thrown.message = `by ${pair.format}: ${thrown.message}`;
          throw thrown;
        }
      }
    },
  })),
);

export const streamFailureScenarios: readonly Scenario[] = [
  ...midway,
  {
    id: 'stream-without-end-mark',
    title: 'a stream with complete text but without an end mark has failed',
    rules: ['stream-truncated'],
    needs: 'upstream',
    async run(context) {
      for (const pair of pairs.filter(({ format }) => format !== 'chat')) {
        const reply = await sendBroken(context, (answer) => withoutEndMark(answer), pair);
        const read = readBroken(reply, pair);
        check(
          read.endedByError && !read.ended,
          `${pair.clientFormat.name} by ${pair.format} looks whole`,
        );
      }
    },
  },
  {
    id: 'stream-cut-at-once',
    title: 'a stream that is cut after its first fragment never looks complete',
    rules: ['stream-truncated', 'stream-error-first'],
    needs: 'upstream',
    async run(context) {
      await forEachPair(pairs, async (pair) => {
        const reply = await sendBroken(context, cutAtOnce('fin'), pair);
        if (reply.status === 502) return;
        const read = readBroken(reply, pair);
        check(read.endedByError && !read.ended, 'it looks whole');
      });
    },
  },
  {
    id: 'stream-damaged-event',
    title: 'half an event ends a stream with an error',
    rules: ['stream-garbage', 'stream-truncated'],
    needs: 'upstream',
    async run(context) {
      const damage: Change = (answer) =>
        withGarbage(answer, countFramesUntil(answer, pieces[0]), [damagedFrame]);
      await forEachPair(pairs, async (pair) => {
        const reply = await sendBroken(context, damage, pair);
        if (reply.status === 502) return;
        const read = readBroken(reply, pair);
        checkEqual(read.stream.faults, [], 'faults');
        check(read.endedByError && !read.ended, 'it looks whole');
      });
    },
  },
  {
    id: 'stream-half-tool-call',
    title: 'a truncated tool call is never completed by the gateway',
    rules: ['stream-truncated', 'reply-tools'],
    needs: 'upstream',
    async run(context) {
      const toolCalls = [
        { id: 'call_1', name: 'look_up', arguments: { place: 'a long place name' } },
      ];
      for (const { clientFormat, format } of pairs) {
        const script = reshape(
          context.testGateway.answer({ toolCalls }, { deltaLength: 8 }),
          (answer) => halfToolCall(answer, 'fin'),
        );
        const play = context.testGateway.play(script);
        const model = nameModel(format, 'broken');
        const call = clientFormat.ask({ model, prompt: play.mark, tool: true, stream: true });
        const reply = await context.send(call);
        // Nothing was sent yet, so the failure is an HTTP error.
        if (reply.status === 502) continue;
        const read = readStreamReply(clientFormat, reply);
        check(read.endedByError, `${clientFormat.name} by ${format} has no error event`);
        check(!isFinished(read), `${clientFormat.name} by ${format} finished it`);
      }
    },
  },
  {
    id: 'stream-fails-first',
    title: 'a model that fails before its first fragment is an HTTP error',
    rules: ['stream-error-first'],
    needs: 'upstream',
    async run(context) {
      const change: Change = (answer, { dialect }) =>
        errorEvent(answer, { dialect, after: 0, message: 'The model fell over.' });
      for (const pair of pairs) {
        const { clientFormat, format } = pair;
        const reply = await sendBroken(context, change, pair);
        check(
          reply.status >= 500,
          `${clientFormat.name} by ${format} gave ${reply.status}: ${reply.text}`,
        );
        expectError(context, clientFormat, { reply, status: reply.status });
      }
    },
  },
  {
    id: 'connection-closes-after-error',
    title: 'the response ends right after the error event',
    rules: ['spec-6.5', 'spec-7.2'],
    needs: 'upstream',
    async run(context) {
      const play = context.testGateway.play(
        reshape(context.testGateway.answer({ text: pieces }), failMidway),
      );
      const reply = await context.send({
        path: '/v1/chat/completions',
        body: {
          model: nameModel('chat', 'broken'),
          stream: true,
          messages: [{ role: 'user', content: play.mark }],
        },
      });
      checkStatus(reply, 200);
      checkMatch(reply.text, /\n\nevent: error\ndata: \{"error":\{[^\n]*\}\n\n$/, 'the end');
    },
  },
];

/** Whether a stream reports that its tool calls are complete. */
function isFinished({ stream }: ReadStream): boolean {
  return stream.frames.some(({ data }) => /_reason":"(?:tool_calls|tool_use)"/.test(data));
}
