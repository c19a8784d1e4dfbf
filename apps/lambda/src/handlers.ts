/** The two handlers: one streams its answers, one gives them whole. Neither leaves work behind. */
import type { Gateway } from '@parley/core';
import { collectWhole, writeStream } from './answer.ts';
import type { Context, HttpEvent, LambdaRuntime, StreamHandler, WholeHandler } from './platform.ts';
import { createRefusal } from './refusal.ts';
import { readEvent, type Arrival } from './request.ts';

export interface HandlerOptions {
  readonly runtime: LambdaRuntime;
  /** Gives the gateway; rejects when it could not start. */
  readonly start: () => Promise<Pick<Gateway, 'fetch'>>;
}

export interface Handlers {
  readonly handler: StreamHandler;
  readonly bufferedHandler: WholeHandler;
}

/** Milliseconds before the platform's time limit at which an answer is ended, to be settled in time. */
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
 * Answers one event and settles when the work that may outlive a response has ended as well: after that
 * the instance is frozen, perhaps for ever.
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
    await passFreeze();
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
    const response = await answer(start, readArrival(event, ending.signal), waitUntil);
    return await deliver(response, ending.signal);
  } finally {
    await Promise.allSettled(work);
    clearTimeout(timer);
  }
}

/**
 * The instance may have been frozen for hours. What fell due meanwhile comes first: connections that
 * their servers have closed, and those that have been idle for too long, must not be used.
 */
function passFreeze(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

function readArrival(event: HttpEvent, signal: AbortSignal): Arrival | undefined {
  try {
    return readEvent(event, signal);
  } catch {
    return undefined;
  }
}

async function answer(
  start: HandlerOptions['start'],
  arrival: Arrival | undefined,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  if (arrival === undefined) return createRefusal('not-http');
  const gateway = await start().catch(() => undefined);
  if (gateway === undefined) return createRefusal('not-started');
  const { request, address } = arrival;
  return gateway.fetch(request, { waitUntil, ...(address !== undefined && { address }) });
}
