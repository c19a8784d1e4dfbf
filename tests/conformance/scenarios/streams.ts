// §6 and "Streams and disconnects": how streams are written, and which upstream streams are accepted.
import {
  betweenFrames,
  commentFrame,
  countFrames,
  inOneChunk,
  leaveOpen,
  mapFrames,
  pauseAfter,
  pingFrame,
  reshape,
  send,
  splitPieces,
  withByteOrderMark,
  withDataAfterEnd,
  withDataOverLines,
  withGarbage,
  withHeaders,
  withIds,
  withLineEnds,
  withoutFinalNewline,
  withoutSpaces,
  type Answer,
} from '@parley/testkit';
import { at, check, checkEqual, checkMatch, checkStatus, listAt, numberAt } from '../check.ts';
import { clientFormats } from '../formats/client-formats.ts';
import { gemini } from '../formats/gemini.ts';
import { messages } from '../formats/messages.ts';
import { responses } from '../formats/responses.ts';
import { parseJson } from '../http/client.ts';
import type { Scenario, UpstreamContext } from '../scenario.ts';
import {
  sendStream,
  expectText,
  forEachPair,
  pairs,
  pieces,
  wholeText,
  type Pair,
} from './expect.ts';

const prompt = 'Say hello.';

/** Equivalent notations of a stream. */
const writings: Readonly<Record<string, (answer: Answer) => Answer>> = {
  'in pieces of 61 bytes': (answer) => splitPieces(answer, 61),
  'in one piece': inOneChunk,
  'with CRLF': (answer) => withLineEnds(answer, '\r\n'),
  'with CR': (answer) => withLineEnds(answer, '\r'),
  'with comments': (answer) => betweenFrames(answer, commentFrame),
  'with ids': withIds,
  'without spaces': withoutSpaces,
  'with a byte order mark': withByteOrderMark,
  'with data over several lines': withDataOverLines,
  'without the last line end': withoutFinalNewline,
  'as plain text': (answer) => withHeaders(answer, { 'content-type': 'text/plain' }),
  'as JSON': (answer) => withHeaders(answer, { 'content-type': 'application/json' }),
};

/** Pairs whose upstream format has an end mark; Gemini's streams only have a finish reason. */
const marked = pairs.filter(({ format }) => format !== 'gemini');

/** Requests streams that the upstream writes in its own notation. */
function expectSame(
  context: UpstreamContext,
  change: (answer: Answer) => Answer,
  options: { readonly text?: readonly string[]; readonly among?: readonly Pair[] } = {},
): Promise<void> {
  const { text = pieces, among = pairs } = options;
  return forEachPair(among, async ({ clientFormat, format }) => {
    const play = context.testGateway.play(reshape(context.testGateway.answer({ text }), change));
    const stream = await sendStream(context, clientFormat, {
      model: `by-${format}`,
      prompt: play.mark,
    });
    expectText(stream, text.join(''));
    checkEqual(stream.stream.faults, [], 'faults');
  });
}

/** Splits the frames with text at every byte. */
function splitText(answer: Answer): Answer {
  return mapFrames(answer, (bytes) => {
    if (!new TextDecoder().decode(bytes).includes('日')) return [send(bytes)];
    return Array.from(bytes, (_, index) => send(bytes.subarray(index, index + 1)));
  });
}

export const streamScenarios: readonly Scenario[] = [
  {
    id: 'framing-of-streams',
    title: 'every stream is framed as the specification writes it, and holds JSON objects',
    rules: ['stream-framing', 'spec-6.2', 'spec-6.3'],
    needs: 'key',
    async run(context) {
      for (const clientFormat of clientFormats) {
        const { stream, headers } = await sendStream(context, clientFormat, {
          model: context.target.model,
          prompt,
        });
        checkEqual(stream.faults, [], `faults of ${clientFormat.name}`);
        checkEqual(headers['content-encoding'], undefined, 'content-encoding');
        for (const { data } of stream.frames) {
          const value = parseJson(data);
          check(data === '[DONE]' || (typeof value === 'object' && value !== null), data);
        }
      }
    },
  },
  {
    id: 'messages-stream',
    title: 'a messages stream has its events in order, each named as its type',
    rules: ['stream-messages', 'spec-4.14'],
    needs: 'key',
    async run(context) {
      const { stream } = await sendStream(context, messages, {
        model: context.target.model,
        prompt,
      });
      for (const { event, data } of stream.frames)
        checkEqual(at(parseJson(data), 'type'), event, 'type');
      const order = stream.frames
        .map(({ event = '' }) => event)
        .filter((event) => event !== 'ping');
      checkMatch(
        order.join(' '),
        /^message_start(?: content_block_start(?: content_block_delta)* content_block_stop)+ message_delta message_stop$/,
        'the order',
      );
    },
  },
  {
    id: 'gemini-stream',
    title: 'a Gemini stream has chunks without names, the last of which has a finish reason',
    rules: ['stream-gemini', 'spec-4.14'],
    needs: 'key',
    async run(context) {
      const { stream } = await sendStream(context, gemini, { model: context.target.model, prompt });
      check(
        stream.frames.every(({ event }) => event === undefined),
        'an event has a name',
      );
      const last = parseJson(stream.frames.at(-1)?.data ?? '');
      checkMatch(String(at(last, 'candidates', 0, 'finishReason')), /^[A-Z_]+$/, 'finishReason');
    },
  },
  {
    id: 'gemini-array-stream',
    title: 'without alt=sse a Gemini stream is one JSON array',
    rules: ['stream-gemini', 'native-actions'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const call = gemini.ask({ model, prompt });
      const reply = await send({ ...call, path: `/v1beta/models/${model}:streamGenerateContent` });
      checkStatus(reply, 200);
      checkMatch(reply.headers['content-type'] ?? '', /^application\/json/, 'content-type');
      const chunks = listAt(reply.body);
      checkMatch(
        String(at(chunks.at(-1), 'candidates', 0, 'finishReason')),
        /^[A-Z_]+$/,
        'finishReason',
      );
    },
  },
  {
    id: 'responses-stream',
    title: 'a Responses stream numbers its events without a gap and ends with response.completed',
    rules: ['stream-responses'],
    needs: 'key',
    async run(context) {
      const { stream } = await sendStream(context, responses, {
        model: context.target.model,
        prompt,
      });
      for (const [index, { event, data }] of stream.frames.entries()) {
        const value = parseJson(data);
        checkEqual(at(value, 'type'), event, 'type');
        checkEqual(numberAt(value, 'sequence_number'), index, 'sequence_number');
      }
      checkEqual(stream.frames[0]?.event, 'response.created', 'the first event');
      checkEqual(stream.frames.at(-1)?.event, 'response.completed', 'the last event');
    },
  },
  ...Object.entries(writings).map(([how, change]): Scenario => ({
    id: `stream-${how.replaceAll(' ', '-').toLowerCase()}`,
    title: `an upstream that writes ${how} changes nothing`,
    rules: ['stream-odd-writing', 'reply-text'],
    needs: 'upstream',
    run: (context) => expectSame(context, change, { text: ['Grüße, ', '日本語 ', '👩🏽‍🚀.'] }),
  })),
  {
    id: 'stream-byte-by-byte',
    title: 'an upstream that writes byte by byte changes nothing',
    rules: ['stream-odd-writing', 'reply-text'],
    needs: 'upstream',
    run: (context) => expectSame(context, splitText, { text: ['Grüße, ', '日本語 👩🏽‍🚀', '.'] }),
  },
  {
    id: 'stream-with-pings',
    title: 'pings of an upstream change nothing',
    rules: ['stream-odd-writing', 'stream-garbage'],
    needs: 'upstream',
    async run(context) {
      for (const clientFormat of clientFormats) {
        const script = reshape(context.testGateway.answer({ text: pieces }), (answer) =>
          betweenFrames(answer, pingFrame),
        );
        const play = context.testGateway.play(script);
        expectText(
          await sendStream(context, clientFormat, { model: 'by-messages', prompt: play.mark }),
          wholeText,
        );
      }
    },
  },
  {
    id: 'stream-at-once',
    title: 'a fragment reaches the client while the upstream is still streaming',
    rules: ['stream-at-once', 'spec-4.12'],
    needs: 'upstream',
    async run(context) {
      await forEachPair(pairs, async ({ clientFormat, format }) => {
        const script = reshape(context.testGateway.answer({ text: pieces }), (answer) =>
          pauseAfter(answer, countFramesUntil(answer, pieces[0]), 10_000),
        );
        const play = context.testGateway.play(script);
        const call = clientFormat.ask({ model: `by-${format}`, prompt: play.mark, stream: true });
        const reply = await context.client.open(call);
        await reply.readUntil('Good');
        check(play.requests[0]?.endedAt === undefined, 'it waited for the end');
        await reply.readRest();
      });
    },
  },
  {
    id: 'stream-ends-once',
    title: 'what an upstream sends after its end mark is dropped',
    rules: ['stream-ends-once', 'spec-6.4'],
    needs: 'upstream',
    run: (context) => expectSame(context, (answer) => withDataAfterEnd(answer), { among: marked }),
  },
  {
    id: 'stream-left-open',
    title: 'a stream ends at its end mark, though the upstream leaves the connection open',
    rules: ['stream-ends-once'],
    needs: 'upstream',
    async run(context) {
      // The upstream does not end the message; a timeout would come later than this test allows.
      await expectSame(context, leaveOpen, { among: marked });
    },
  },
  {
    id: 'stream-garbage',
    title: 'lines that are not events are dropped',
    rules: ['stream-garbage'],
    needs: 'upstream',
    run: (context) => expectSame(context, (answer) => withGarbage(answer, 2)),
  },
  {
    id: 'large-event',
    title: 'a single event of 1 MiB arrives whole, in every format',
    rules: ['stream-large-event'],
    needs: 'upstream',
    run: (context) =>
      expectSame(context, (answer) => answer, { text: ['a'.repeat(1024 * 1024), '. The end.'] }),
  },
];

/** The number of frames up to a text. */
export function countFramesUntil(answer: Answer, text: string): number {
  const frames = answer.body.flatMap((step) =>
    step.step === 'send' ? [new TextDecoder().decode(step.bytes)] : [],
  );
  const found = frames.findIndex((frame) => frame.includes(text));
  return found < 0 ? countFrames(answer) - 1 : found + 1;
}
