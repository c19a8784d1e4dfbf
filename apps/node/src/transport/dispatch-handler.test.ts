import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { DispatchHandler } from './dispatch-handler.ts';

it('takes the headers out of undici, which would keep their buffers until the body has ended', () => {
  const rawHeaders = [Buffer.from('x-request-id'), Buffer.from('7')];
  const flow = { pause: () => undefined, resume: () => undefined, abort: () => undefined };
  const state = { aborted: false, paused: false, reason: null };
  const controller: Dispatcher.DispatchController = { ...flow, ...state, rawHeaders };
  let id: string | null | undefined;
  const handler = new DispatchHandler(
    {
      resolve: ({ headers }) => (id = headers.get('x-request-id')),
      reject: () => undefined,
    },
    { signal: new AbortController().signal },
  );
  handler.onRequestStart(controller);
  handler.onResponseStart(controller, 200);
  expect(id).toBe('7');
  expect(controller.rawHeaders).toBeNull();
});
