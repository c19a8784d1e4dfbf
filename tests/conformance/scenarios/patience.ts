// "Streams and disconnects": slow models, and silence within responses.
import { delayHead, pauseAfter, reshape, type Answer } from '@parley/testkit';
import { check, checkEqual, checkStatus } from '../check.ts';
import { doors } from '../doors/doors.ts';
import type { Door } from '../doors/door.ts';
import { upstreamFormats } from '../stage/configuration.ts';
import type { Scenario, StageScene } from '../scenario.ts';
import { askStream, expectText, pieces, wholeText, type ReadStream } from './expect.ts';
import { countFramesUntil } from './streams.ts';

const slow = { needs: 'upstream', tag: 'slow', seconds: 90 } as const;

/** Sends requests to every upstream format at once. */
function askAll(
  scene: StageScene,
  door: Door,
  change: (answer: Answer) => Answer,
): Promise<readonly ReadStream[]> {
  return Promise.all(
    upstreamFormats.map((format) => {
      const play = scene.stage.play(reshape(scene.stage.answer({ text: pieces }), change));
      return askStream(scene, door, { model: `by-${format}`, prompt: play.mark });
    }),
  );
}

function pauseMidway(milliseconds: number): (answer: Answer) => Answer {
  return (answer) => pauseAfter(answer, countFramesUntil(answer, pieces[0]), milliseconds);
}

/** Checks what each format sends while its upstream is silent. */
const keepAlives: Readonly<Record<Door['name'], (read: ReadStream) => void>> = {
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

export const patienceScenarios: readonly Scenario[] = doors.flatMap((door): readonly Scenario[] => [
  {
    ...slow,
    id: `slow-first-byte-${door.name}`,
    title: `a model that takes 30 seconds to its first fragment is waited for, in ${door.name}`,
    rules: ['stream-slow-first-byte'],
    async run(scene: StageScene) {
      const reads = await askAll(scene, door, (answer) => delayHead(answer, 30_000));
      for (const read of reads) expectText(read, wholeText);
    },
  },
  {
    ...slow,
    id: `keep-alive-first-${door.name}`,
    title: `the wait for a slow first fragment is bridged as ${door.name} clients expect it`,
    rules: ['stream-keepalive-first'],
    async run(scene: StageScene) {
      const reads = await askAll(scene, door, (answer) => delayHead(answer, 25_000));
      for (const read of reads) keepAlives[door.name](read);
    },
  },
  {
    ...slow,
    id: `silence-${door.name}`,
    title: `12 seconds of silence within an answer cut nothing, in ${door.name}`,
    rules: ['stream-silence'],
    async run(scene: StageScene) {
      for (const read of await askAll(scene, door, pauseMidway(12_000)))
        expectText(read, wholeText);
    },
  },
  {
    ...slow,
    id: `keep-alive-${door.name}`,
    title: `a silence of 20 seconds is bridged as ${door.name} clients expect it`,
    rules: ['stream-keepalive', 'stream-silence'],
    async run(scene: StageScene) {
      for (const read of await askAll(scene, door, pauseMidway(20_000))) {
        expectText(read, wholeText);
        keepAlives[door.name](read);
      }
    },
  },
  {
    ...slow,
    id: `slow-whole-answer-${door.name}`,
    title: `a whole answer that takes 12 seconds is waited for, in ${door.name}`,
    rules: ['stream-whole-slow'],
    async run(scene: StageScene) {
      await Promise.all(
        upstreamFormats.map(async (format) => {
          const play = scene.stage.play(
            reshape(scene.stage.answer({ text: pieces }), (answer) => delayHead(answer, 12_000)),
          );
          const reply = await scene.send(door.ask({ model: `by-${format}`, prompt: play.mark }));
          checkStatus(reply, 200);
          checkEqual(door.textOf(reply.body), wholeText, 'the text');
        }),
      );
    },
  },
]);
