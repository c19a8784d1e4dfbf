/** Delays a response, or holds it until the test releases it. */
import { insertAfter, mapFrames } from '../answer.ts';
import { send, wait } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';

/** Waits before the status line. @param milliseconds at least 0 */
export function delayHead(answer: Answer, milliseconds: number): Answer {
  return { ...answer, before: [wait(milliseconds), ...answer.before] };
}

/** Waits before every frame. @param milliseconds at least 0 */
export function delayFrames(answer: Answer, milliseconds: number): Answer {
  return mapFrames(answer, (bytes) => [wait(milliseconds), send(bytes)]);
}

/** Waits once after this number of frames; 0 waits between head and body. */
export function pauseAfter(answer: Answer, frames: number, milliseconds: number): Answer {
  return insertAfter(answer, frames, [wait(milliseconds)]);
}

/** Waits before the status line until the test calls `release()`. */
export function holdHead(answer: Answer): Answer {
  return { ...answer, before: [{ step: 'hold' }, ...answer.before] };
}

/** Waits after this number of frames until the test calls `release()`; 0 waits between head and body. */
export function holdAfter(answer: Answer, frames: number): Answer {
  return insertAfter(answer, frames, [{ step: 'hold' }]);
}
