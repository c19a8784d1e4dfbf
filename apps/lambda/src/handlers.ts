/** The two Lambda handlers: one streams responses, one returns them whole. */
import type { Gateway } from '@parley/core';
import { collectWhole, writeStream } from './answer.ts';
import type { Context, HttpEvent, LambdaRuntime, StreamHandler, WholeHandler } from './platform.ts';
import { createRefusal } from './refusal.ts';
import { readEvent, type IncomingRequest } from './request.ts';

export interface HandlerOptions {
  readonly runtime: LambdaRuntime;
  /** Returns the gateway; rejects when it cannot start. */
  readonly start: () => Promise<Pick<Gateway, 'fetch'>>;
}

export interface Handlers {
  readonly handler: StreamHandler;
  readonly bufferedHandler: WholeHandler;
}

/** Milliseconds before the time limit of the platform at which a response is ended, to be settled in time. */
const settlingMs = 5_000;

export function createHandlers({ runtime, start }: HandlerOptions): Handlers {
  return {
    handler: runtime.streamifyResponse(async (event, stream, context) => {
      await serve({ start, event, context }, (response, signal) =>
        writeStream(runtime, { response, stream }, signal),
      );
      stream.end();
    }),
    bufferedHandler: (event, context) =>
      serve({ start, event, context }, (response, signal) => collectWhole(response, event, signal)),
  };
}

interface Invocation extends Pick<HandlerOptions, 'start'> {
  readonly event: HttpEvent;
  readonly context: Context;
}

/**
 * Handles one event. Resolves when the work after the response has ended too, because the instance is then
 * frozen, perhaps for ever.
 */
async function serve<Result>(
  { start, event, context }: Invocation,
  deliver: (response: Response, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const work: Promise<unknown>[] = [];
  const ending = new AbortController();
  const leftMs = context.getRemainingTimeInMillis();
  const timer = setTimeout(() => ending.abort(), Math.max(leftMs - settlingMs, leftMs / 2));
  try {
    await runDueTimers();
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
    const response = await answer(start, readRequest(event, ending.signal), waitUntil);
    return await deliver(response, ending.signal);
  } finally {
    await Promise.allSettled(work);
    clearTimeout(timer);
  }
}

/**
 * Lets overdue timers and socket events run first: the instance may have been frozen for hours, and
 * connections that were closed or idle for too long meanwhile must not be used.
 */
function runDueTimers(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

function readRequest(event: HttpEvent, signal: AbortSignal): IncomingRequest | undefined {
  try {
    return readEvent(event, signal);
  } catch {
    return undefined;
  }
}

async function answer(
  start: HandlerOptions['start'],
  incoming: IncomingRequest | undefined,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  if (incoming === undefined) return createRefusal('not-http');
  const gateway = await start().catch(() => undefined);
  if (gateway === undefined) return createRefusal('not-started');
  const { request, address } = incoming;
  return gateway.fetch(request, { waitUntil, ...(address !== undefined && { address }) });
}
