import { wait } from '../behaviour.ts';
import type { Answer, Step } from '../behaviour.ts';
import { layOut } from '../upstream/layout.ts';

/**
 * Sends a second, unasked answer on the idle connection behind the first: at once, or after some
 * milliseconds. Whoever uses the connection again gets an answer that is not his.
 */
export function withUnaskedAnswer(answer: Answer, second: Answer, milliseconds = 0): Answer {
  const steps = layOut(second, { method: 'POST', keepAlive: true });
  const unasked = steps.filter((step) => step.step !== 'done');
  const pause: readonly Step[] = milliseconds > 0 ? [wait(milliseconds)] : [];
  return { ...answer, after: [...pause, ...unasked] };
}

/** Answers, keeps the connection, and closes it without an answer when it is used again. */
export function closeWhenReused(answer: Answer, by: 'finish' | 'reset' = 'finish'): Answer {
  return { ...answer, after: [{ step: 'await-reuse' }, { step: by }] };
}

/** Answers, keeps the connection, and closes it after so many idle milliseconds. */
export function closeWhenIdle(answer: Answer, milliseconds: number): Answer {
  return { ...answer, after: [wait(milliseconds), { step: 'finish' }] };
}

/** Answers and closes the connection without having said so in the head. */
export function closeUnannounced(answer: Answer): Answer {
  return { ...answer, after: [{ step: 'finish' }] };
}
