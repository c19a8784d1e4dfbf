/** Failures of connections that are kept open after a response. */
import { wait } from '../behaviour.ts';
import type { Answer, Step } from '../behaviour.ts';
import { layOut } from '../upstream/layout.ts';

/**
 * Sends a second, unrequested response on the idle connection: at once or after some milliseconds. A client
 * that reuses the connection receives the wrong response.
 */
export function withUnaskedAnswer(answer: Answer, second: Answer, milliseconds = 0): Answer {
  const steps = layOut(second, { method: 'POST', keepAlive: true });
  const unasked = steps.filter((step) => step.step !== 'done');
  const pause: readonly Step[] = milliseconds > 0 ? [wait(milliseconds)] : [];
  return { ...answer, after: [...pause, ...unasked] };
}

/** Responds, keeps the connection open, and closes it without a response when it is reused. */
export function closeWhenReused(answer: Answer, by: 'finish' | 'reset' = 'finish'): Answer {
  return { ...answer, after: [{ step: 'await-reuse' }, { step: by }] };
}

/** Responds, keeps the connection open, and closes it after this number of idle milliseconds. */
export function closeWhenIdle(answer: Answer, milliseconds: number): Answer {
  return { ...answer, after: [wait(milliseconds), { step: 'finish' }] };
}

/** Responds and closes the connection without `connection: close` in the head. */
export function closeUnannounced(answer: Answer): Answer {
  return { ...answer, after: [{ step: 'finish' }] };
}
