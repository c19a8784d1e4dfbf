/** The two Lambda handlers: one streams responses, one returns them whole. */
import type { Gateway, Host } from '@parley/core';
import { collectWhole, writeStream, type TimeLimits } from './answer.ts';
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

/**
 * Milliseconds before the time limit of the platform at which a response is ended, to be settled in time. What has not
 * ended after half of them is cut off.
 */
const settlingMs = 5_000;

export function createHandlers({ runtime, start }: HandlerOptions): Handlers {
  return {
    handler: runtime.streamifyResponse(async (event, stream, context) => {
      await serve({ start, event, context }, (response, limits) =>
        writeStream(runtime, { response, stream }, limits),
      );
      stream.end();
    }),
    bufferedHandler: (event, context) =>
      serve({ start, event, context }, (response, { cut }) => collectWhole(response, event, cut)),
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
  deliver: (response: Response, limits: TimeLimits) => Promise<Result>,
): Promise<Result> {
  const work: Promise<unknown>[] = [];
  const { limits, clear } = limitTime(context.getRemainingTimeInMillis());
  try {
    await runDueTimers();
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
    const host = { waitUntil, deadline: limits.deadline };
    const response = await answer(start, readRequest(event, limits.cut), host);
    return await deliver(response, limits);
  } finally {
    await Promise.allSettled(work);
    clear();
  }
}

function limitTime(leftMs: number): { readonly limits: TimeLimits; readonly clear: () => void } {
  const deadline = new AbortController();
  const cut = new AbortController();
  const lastMs = Math.min(settlingMs, leftMs / 2);
  const deadlineTimer = setTimeout(() => deadline.abort(), leftMs - lastMs);
  const cutTimer = setTimeout(() => cut.abort(), leftMs - lastMs / 2);
  return {
    limits: { deadline: deadline.signal, cut: cut.signal },
    clear() {
      clearTimeout(deadlineTimer);
      clearTimeout(cutTimer);
    },
  };
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
  host: Host,
): Promise<Response> {
  if (incoming === undefined) return createRefusal('not-http');
  const gateway = await start().catch(() => undefined);
  if (gateway === undefined) return createRefusal('not-started');
  const { request, address } = incoming;
  return gateway.fetch(request, { ...host, address });
}
