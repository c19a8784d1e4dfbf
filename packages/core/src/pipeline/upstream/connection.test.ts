import { GatewayError } from '@parley/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../../models/routing/snapshot.ts';
import {
  tooManyFiles,
  UpstreamConnectionError,
  type UpstreamCall,
  type UpstreamTransport,
} from '../../ports.ts';
import { AttemptLog } from './attempt-log.ts';
import { connect } from './connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = { now: () => Date.now(), monotonic: () => Date.now() };

/** A response whose pieces each arrive some milliseconds after the one before. */
interface Script {
  readonly pieces?: readonly (string | Uint8Array)[];
  readonly pauseMs?: number;
  readonly headMs?: number;
  /** What the transport or the body throws at last. */
  readonly failure?: { readonly at: 'head' | 'body'; readonly error: unknown };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      reject(new Error('The transport ended the call.'));
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    setTimeout(resolve, milliseconds);
  });
}

function createTransport({ pieces = [], pauseMs = 0, headMs = 0, failure }: Script) {
  const calls: UpstreamCall[] = [];
  const state = { cancelled: 0 };
  const transport: UpstreamTransport = {
    async send(call) {
      calls.push(call);
      call.onSent?.();
      if (headMs > 0) await wait(headMs, call.signal);
      if (failure?.at === 'head') throw failure.error;
      const left = pieces.map((piece) =>
        typeof piece === 'string' ? new TextEncoder().encode(piece) : piece,
      );
      const read = async () => {
        if (pauseMs > 0) await wait(pauseMs, call.signal);
        const piece = left.shift();
        if (piece === undefined && failure !== undefined) throw failure.error;
        return piece;
      };
      const cancel = () => {
        state.cancelled++;
      };
      return { status: 207, headers: new Headers({ 'x-id': '1' }), body: { read, cancel } };
    },
    close: () => Promise.resolve(),
  };
  return { transport, calls, state };
}

function createInterruption() {
  const listeners = new Set<(error: GatewayError) => void>();
  return {
    listeners,
    onInterrupt(listener: (error: GatewayError) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    interrupt: (error: GatewayError) => {
      for (const listener of listeners) listener(error);
    },
  };
}

const limits = { first_byte_timeout: 1, idle_timeout: 2, total_timeout: 5 };

function arrange(script: Script, headEndsReply = false) {
  const configured = { provider: 'openai', credential: 'c', proxy: 'http://proxy.test', ...limits };
  const { upstreams } = createSnapshot(
    configurationSchema.parse({ upstreams: { up: configured } }),
  );
  const upstream = upstreams.get('up');
  if (upstream === undefined) throw new Error('The upstream is not configured.');
  const { transport, calls, state } = createTransport(script);
  const interruption = createInterruption();
  const start = { upstream: 'up', model: 'm', outbound: 'openai-chat', notes: [] } as const;
  const attempt = new AttemptLog(clock).begin({ ...start, price: { kind: 'free' } });
  const call = { method: 'POST', url: 'http://up.test/', headers: { a: 'b' }, body: '{}' } as const;
  const outgoing = { call, upstream, interruption, attempt, headEndsReply };
  const open = () => connect({ clock, transport }, outgoing);
  return { open, calls, state, interruption, attempt, outgoing, transport };
}

/** What a promise is rejected with, while the time passes. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const failure = promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return failure;
}

describe('a call of an upstream', () => {
  it('sends what it was given, over the proxy of the upstream', async () => {
    const { open, calls, attempt } = arrange({});
    const connection = await open();
    expect(calls).toMatchObject([
      {
        ...{ method: 'POST', url: 'http://up.test/', headers: { a: 'b' }, body: '{}' },
        network: { proxy: 'http://proxy.test' },
      },
    ]);
    expect(attempt).toMatchObject({ isSent: true, status: 207 });
    expect(connection.head.headers.get('x-id')).toBe('1');
    connection.forgetHeaders();
    expect(connection.head.status).toBe(207);
    expect(connection.head.headers.get('x-id')).toBeNull();
    connection.close();
  });

  it('goes through the transport of a built-in provider', async () => {
    const { outgoing } = arrange({});
    const own = createTransport({});
    const unused = createTransport({});
    const upstream = { ...outgoing.upstream, transport: own.transport };
    await connect({ clock, transport: unused.transport }, { ...outgoing, upstream });
    expect([own.calls.length, unused.calls.length]).toEqual([1, 0]);
  });

  it.each([
    [
      new UpstreamConnectionError(true, undefined, 'its proxy is gone'),
      'The connection to the upstream failed, because its proxy is gone.',
    ],
    [
      new Error('connect 10.0.0.1'),
      'Connection error (terminated): the connection to the upstream failed.',
    ],
  ])('that fails with "%s" is an unreachable upstream', async (error, message) => {
    for (const at of ['head', 'body'] as const) {
      const { open, interruption } = arrange({ failure: { at, error } });
      const reading = open().then((connection) => connection.readText(9));
      expect(await failureOf(reading)).toMatchObject({
        ...{ code: 'upstream-unavailable', reason: 'upstream_unreachable', message, cause: error },
      });
      expect(interruption.listeners.size).toBe(at === 'head' ? 0 : 1);
    }
  });

  it('that the gateway has no file left for is no fault of the upstream', async () => {
    const error = new UpstreamConnectionError(true, undefined, tooManyFiles);
    expect(await failureOf(arrange({ failure: { at: 'head', error } }).open())).toMatchObject({
      ...{ code: 'overloaded', reason: 'too_many_open_files', retryAfter: 5, cause: error },
      message:
        'The connection to the upstream failed, because the gateway has too many open files.',
    });
  });

  it('that a transport refuses with an error for the client fails with that error', async () => {
    const error = new GatewayError('overloaded', 'No sockets are left.');
    expect(await failureOf(arrange({ failure: { at: 'head', error } }).open())).toBe(error);
  });

  it('ends with the error of the interruption, before and after the headers', async () => {
    const error = new GatewayError('canceled', 'The client disconnected.');
    for (const script of [{ headMs: 900 }, { pauseMs: 900 }]) {
      const { open, interruption, calls } = arrange(script);
      const reading = failureOf(open().then((connection) => connection.readText(9)));
      interruption.interrupt(error);
      expect(await reading).toBe(error);
      expect(calls[0]?.signal.aborted).toBe(true);
    }
  });
});

describe('the time limits of a call', () => {
  const began = 'The upstream timed out: its answer did not begin.';

  it('let the first byte of a stream take its time, and no longer', async () => {
    const { open, interruption } = arrange({ headMs: 1_500 });
    expect(await failureOf(open())).toMatchObject({
      ...{ code: 'upstream-timeout', reason: 'first_byte_timeout', message: began },
    });
    expect(interruption.listeners.size).toBe(0);
    const inTime = arrange({ headMs: 900, pauseMs: 1_900, pieces: ['a'] }).open();
    await vi.advanceTimersByTimeAsync(900);
    const connection = await inTime;
    const text = connection.readText(1);
    await vi.advanceTimersByTimeAsync(3_800);
    expect(await text).toBe('a');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('let a whole reply begin until its total time is over', async () => {
    const opening = arrange({ headMs: 4_900, pieces: ['a'] }, true).open();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(await (await opening).readText(1)).toBe('a');
    expect(vi.getTimerCount()).toBe(0);
    const late = await failureOf(arrange({ headMs: 5_100 }, true).open());
    expect(late).toMatchObject({ reason: 'total_timeout' });
  });

  it.each([false, true])('end a body that pauses or lasts too long (whole: %s)', async (whole) => {
    const pausing = arrange({ pieces: ['a'], pauseMs: 2_100 }, whole);
    const paused = pausing.open().then((connection) => connection.readText(9));
    expect(await failureOf(paused)).toMatchObject({ reason: 'idle_timeout' });
    const lasting = arrange({ pieces: ['a', 'b', 'c', 'd'], pauseMs: 1_500 }, whole);
    const lasted = lasting.open().then((connection) => connection.readText(9));
    expect(await failureOf(lasted)).toMatchObject({ reason: 'total_timeout' });
  });

  it('no longer run when the call has failed or was closed', async () => {
    const failing = arrange({ failure: { at: 'head', error: new Error('reset') } }, true);
    await expect(failing.open()).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
    (await arrange({}, true).open()).close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a body', () => {
  it('is joined from its pieces, also where one ends within a character', async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}');
    const { open, attempt } = arrange({
      ...{ pieces: [bytes.slice(0, 7), bytes.slice(7)], pauseMs: 40 },
    });
    const connection = await open();
    const begun = Date.now();
    const text = connection.readText(bytes.length);
    await vi.runAllTimersAsync();
    expect(await text).toBe('{"a":"é"}');
    expect(attempt.firstByteTick).toBe(begun + 40);
  });

  it('is refused when it has a byte more than the limit', async () => {
    const { open } = arrange({ pieces: ['ab', 'cd'] });
    const connection = await open();
    await expect(connection.readText(3)).rejects.toMatchObject({
      ...{ code: 'upstream-unavailable', reason: 'upstream_answer_too_large' },
      message: 'The upstream response is too large.',
    });
  });

  it('can be looked at before it is read', async () => {
    const { open } = arrange({ pieces: ['a', 'b'] });
    const connection = await open();
    const first = await connection.peek();
    expect(await connection.peek()).toBe(first);
    expect(await connection.take()).toBe(first);
    expect(await connection.readText(1)).toBe('b');
  });

  it('can be looked at beyond its first chunk', async () => {
    const { open } = arrange({ pieces: ['a', 'b', 'c'] });
    const connection = await open();
    expect(await connection.peekFurther()).toBe(true);
    expect(new TextDecoder().decode(await connection.peek())).toBe('ab');
    expect(await connection.peekFurther()).toBe(true);
    expect(await connection.peekFurther()).toBe(false);
    expect(await connection.readText(3)).toBe('abc');
  });

  it('is released once its call is closed, whose end is noted once', async () => {
    const { open, state, attempt, interruption } = arrange({ pauseMs: 50 });
    const connection = await open();
    connection.peek().catch(() => undefined);
    connection.abort(new GatewayError('overloaded', 'It stops.'));
    await expect(connection.take()).rejects.toThrow('ended the call');
    expect(connection.toError(new Error('x')).message).toBe('It stops.');
    const closedAt = Date.now();
    connection.close();
    vi.advanceTimersByTime(5);
    connection.close();
    expect(state.cancelled).toBe(2);
    expect(attempt.endedTick).toBe(closedAt);
    expect(interruption.listeners.size).toBe(0);
  });
});
