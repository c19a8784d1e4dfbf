// §6, §7 and "Streams and disconnects": upstreams that fail in the middle of a stream.
import {
  errorEvent,
  halfToolCall,
  pauseAfter,
  reshape,
  truncate,
  withoutEndMark,
  type Answer,
  type EarlyEnd,
} from '@parley/testkit';
import { at, check, checkEqual, checkMatch, checkStatus } from '../check.ts';
import type { Door } from '../doors/door.ts';
import { doors } from '../doors/doors.ts';
import type { ScriptedRequest } from '@parley/testkit';
import type { Scenario, StageScene } from '../scenario.ts';
import { nameModel, type UpstreamFormat } from '../stage/configuration.ts';
import {
  askStream,
  expectError,
  forEachPair,
  pairs,
  pieces,
  readStreamReply,
  type ReadStream,
} from './expect.ts';
import { countFramesUntil } from './streams.ts';

type Change = (answer: Answer, request: ScriptedRequest) => Answer;

/** Ends a response after its first piece of text, a moment after that was delivered. */
function cut(by: EarlyEnd): Change {
  return (answer) => {
    const frames = countFramesUntil(answer, pieces[0]);
    return pauseAfter(truncate(answer, { frames, by }), frames, 100);
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

async function askBroken(
  scene: StageScene,
  change: Change,
  { door, format }: { readonly door: Door; readonly format: UpstreamFormat },
): Promise<ReadStream> {
  const play = scene.stage.play(reshape(scene.stage.answer({ text: pieces }), change));
  return askStream(scene, door, { model: nameModel(format, 'broken'), prompt: play.mark });
}

/** Checks that the text was delivered and that the stream then failed as its format requires. */
function expectFailure(door: Door, read: ReadStream): void {
  checkEqual(read.stream.faults, [], 'faults');
  checkEqual(read.text, pieces[0], 'what came before the failure');
  check(read.endedByError, `${door.name} did not end with its error event`);
  check(!read.ended, `${door.name} has an end mark`);
  const { error, frames } = { error: read.error, frames: read.stream.frames };
  checkMatch(String(at(error, 'error', 'message')), /\S/, 'the message');
  const marks = frames.filter(({ data, event }) => data === '[DONE]' || event === 'message_stop');
  checkEqual(marks.length, 0, 'end marks');
  shapes[door.name](error);
}

/** Checks the error that ends a stream in each format. */
const shapes: Readonly<Record<Door['name'], (error: unknown) => void>> = {
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

const failures: readonly (readonly [id: string, title: string, change: Change])[] = [
  ['error-event', 'fails by an error event', failMidway],
  ['clean-end', 'ends without its end mark', cut('clean')],
  ['fin', 'closes its connection', cut('fin')],
  ['reset', 'breaks its connection', cut('reset')],
];

const midway: readonly Scenario[] = failures.flatMap(([id, title, change]) =>
  doors.map((door): Scenario => ({
    id: `stream-${id}-${door.name}`,
    title: `an upstream that ${title} midway ends a ${door.name} stream with an error event`,
    rules: [
      `stream-error-${door.name}`,
      'stream-error-partial',
      'spec-6.6',
      ...(id === 'error-event' ? [] : ['stream-truncated']),
      ...(door.name === 'chat' ? ['spec-6.5', 'spec-7.2'] : []),
    ],
    needs: 'upstream',
    async run(scene) {
      for (const pair of pairs.filter((each) => each.door === door)) {
        const read = await askBroken(scene, change, pair);
        try {
          expectFailure(door, read);
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
    title: 'a stream whose text is whole but whose end mark is missing has failed',
    rules: ['stream-truncated'],
    needs: 'upstream',
    async run(scene) {
      for (const pair of pairs.filter(({ format }) => format !== 'chat')) {
        const read = await askBroken(scene, (answer) => withoutEndMark(answer), pair);
        check(read.endedByError && !read.ended, `${pair.door.name} by ${pair.format} looks whole`);
      }
    },
  },
  {
    id: 'stream-cut-at-once',
    title: 'a stream that is cut right behind its first fragment is never taken for whole',
    rules: ['stream-truncated', 'stream-error-first'],
    needs: 'upstream',
    async run(scene) {
      await forEachPair(pairs, async ({ door, format }) => {
        const script = reshape(scene.stage.answer({ text: pieces }), cutAtOnce('fin'));
        const play = scene.stage.play(script);
        const model = nameModel(format, 'broken');
        const reply = await scene.send(door.ask({ model, prompt: play.mark, stream: true }));
        if (reply.status === 502) return;
        const read = readStreamReply(door, reply);
        check(read.endedByError && !read.ended, 'it looks whole');
      });
    },
  },
  {
    id: 'stream-half-tool-call',
    title: 'half a call of a tool is never finished by the gateway',
    rules: ['stream-truncated', 'reply-tools'],
    needs: 'upstream',
    async run(scene) {
      const toolCalls = [
        { id: 'call_1', name: 'look_up', arguments: { place: 'a long place name' } },
      ];
      for (const { door, format } of pairs) {
        const script = reshape(scene.stage.answer({ toolCalls }, { deltaLength: 8 }), (answer) =>
          halfToolCall(answer, 'fin'),
        );
        const play = scene.stage.play(script);
        const model = nameModel(format, 'broken');
        const call = door.ask({ model, prompt: play.mark, tool: true, stream: true });
        const reply = await scene.send(call);
        // Nothing was sent yet, so the failure is an HTTP error.
        if (reply.status === 502) continue;
        const read = readStreamReply(door, reply);
        check(read.endedByError, `${door.name} by ${format} has no error event`);
        check(!isFinished(read), `${door.name} by ${format} finished it`);
      }
    },
  },
  {
    id: 'stream-fails-first',
    title: 'a model that fails before its first fragment is an HTTP error',
    rules: ['stream-error-first'],
    needs: 'upstream',
    async run(scene) {
      const change: Change = (answer, { dialect }) =>
        errorEvent(answer, { dialect, after: 0, message: 'The model fell over.' });
      for (const { door, format } of pairs) {
        const play = scene.stage.play(reshape(scene.stage.answer({ text: pieces }), change));
        const model = nameModel(format, 'broken');
        const reply = await scene.send(door.ask({ model, prompt: play.mark, stream: true }));
        check(reply.status >= 500, `${door.name} by ${format} gave ${reply.status}: ${reply.text}`);
        expectError(scene, door, { reply, status: reply.status });
      }
    },
  },
  {
    id: 'connection-closes-after-error',
    title: 'the answer is over right behind the error event',
    rules: ['spec-6.5', 'spec-7.2'],
    needs: 'upstream',
    async run(scene) {
      const play = scene.stage.play(reshape(scene.stage.answer({ text: pieces }), failMidway));
      const reply = await scene.send({
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
