import { GatewayError } from '@parley/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Upstream } from '../../models/routing/snapshot.ts';
import type { Clock } from '../../ports.ts';
import { Interruption } from '../request/interruption.ts';
import type { Attempt } from '../upstream/attempt-log.ts';
import { UpstreamConnection } from '../upstream/connection.ts';
import type { FairTurns } from './fair-turns.ts';
import type { ReplyStream } from './reply-stream.ts';
import { StreamPump, type Outlet } from './stream-pump.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
const left = new GatewayError('canceled', 'The client disconnected.');
const broken = new GatewayError('upstream-unavailable', 'It broke.');

/** An upstream that sends chunks of text when the test says so. */
function createUpstream() {
  const waiting: (string | Error | undefined)[] = [];
  const calls: string[] = [];
  const attempt = { startedTick: clock.monotonic() } as Attempt;
  const aborting = new AbortController();
  let wake: (() => void) | undefined;
  const read = async (): Promise<Uint8Array | undefined> => {
    calls.push('read');
    while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const next = waiting.shift();
    if (next instanceof Error) throw next;
    return next === undefined ? undefined : new TextEncoder().encode(next);
  };
  const connection = new UpstreamConnection(
    {
      status: 200,
      headers: new Headers({ 'x-request-id': '7' }),
      body: { read, cancel: () => calls.push('cancel') },
    },
    { idleMs: 10_000, totalMs: 60_000 } as Upstream,
    {
      expire: (error) => {
        calls.push('abort');
        aborting.abort(error);
      },
      release: () => calls.push('release'),
      ...{ signal: aborting.signal, timer: undefined, attempt, clock },
    },
  );
  return {
    ...{ connection, calls, attempt },
    /** `undefined` is the end of the body. */
    async send(...chunks: readonly (string | Error | undefined)[]): Promise<void> {
      waiting.push(...chunks);
      wake?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

/** A stream that keeps each text until the next one. */
function holdTexts(stream: EchoStream): void {
  const push = stream.push.bind(stream);
  let held = '';
  stream.push = (chunk) => {
    const ready = held;
    held = push(chunk);
    return ready;
  };
  stream.release = () => {
    const ready = held;
    held = '';
    return ready;
  };
}

/** A stream that passes text on, begins with an upper-case letter, and ends or fails with a word. */
class EchoStream implements ReplyStream {
  readonly isTranslated = false;
  readonly notes = [];
  state: ReplyStream['state'] = 'open';
  error: GatewayError | undefined;
  isComplete = false;
  started = false;
  lastText = '';
  release: ReplyStream['release'];

  push(chunk: Uint8Array): string {
    const text = new TextDecoder().decode(chunk);
    if (text === 'fail') this.fail(broken);
    if (text === 'end') this.state = 'ended';
    if (text === 'complete') this.isComplete = true;
    this.started ||= /^[A-Z]/.test(text);
    return /^(?:fail|end|silence)$/.test(text) ? '' : text;
  }

  close(): string {
    this.state = 'ended';
    return '(closed)';
  }

  fail(error: GatewayError): void {
    this.state = 'failed';
    this.error = error;
  }

  replaceEnd(): void {
    this.lastText = 'replaced';
  }
}

const noTurns: FairTurns = { use: () => undefined };

function start(pending?: string) {
  const upstream = createUpstream();
  const stream = new EchoStream();
  return { ...upstream, stream, pump: new StreamPump(stream, upstream.connection, pending) };
}

/** Runs a pump. `slow` makes writes wait; `read` ends the wait. */
function run(pump: StreamPump, changes: Partial<Outlet> = {}) {
  const written: string[] = [];
  const client = { isSlow: false, read: (): void => undefined };
  const request = new Request('http://parley.test/');
  const interruption = new Interruption(request, {});
  const ended = pump.run({
    sink: {
      open: () => undefined,
      end: () => undefined,
      onClose: () => undefined,
      write(text) {
        written.push(text);
        return client.isSlow ? new Promise((resolve) => (client.read = resolve)) : undefined;
      },
    },
    ...{ interruption, clock, turns: noTurns, keepAlive: ': alive', keepAliveMs: 4_000 },
    ...{ finishGraceMs: 500, ...changes },
  });
  return { written, client, interruption, ended };
}

describe('before the client gets a response', () => {
  it('the stream is read until it has content, which is written first', async () => {
    const { pump, send } = start();
    const opened = pump.open(1_000, noTurns);
    await send('head ', 'Content ', 'more');
    await opened;
    const { written, ended } = run(pump);
    await send('end');
    await ended;
    expect(written).toEqual(['head Content ', 'more']);
  });

  it.each([
    ['idle_timeout', 9_999, []],
    ['total_timeout', 5_999, ['head ', 'silence', 'silence', 'silence', 'silence', 'silence']],
  ])('the stream is under its time limits, too: %s', async (reason, lastMs, chunks) => {
    const { pump, send, calls } = start();
    const outcome = pump.open(90_000, noTurns).catch((error: unknown) => error);
    for (const chunk of chunks) {
      await vi.advanceTimersByTimeAsync(9_000);
      await send(chunk);
    }
    await vi.advanceTimersByTimeAsync(lastMs);
    expect(calls).not.toContain('abort');
    await vi.advanceTimersByTimeAsync(10);
    expect(calls).toContain('abort');
    await send(new Error('aborted'));
    expect(await outcome).toMatchObject({ code: 'upstream-timeout', reason });
  });

  it('the stream is waited for only for some time, and loses nothing', async () => {
    const { pump, stream, send } = start();
    const opened = pump.open(1_000, noTurns);
    await vi.advanceTimersByTimeAsync(999);
    await send('head ');
    await vi.advanceTimersByTimeAsync(1);
    await opened;
    const { written, ended } = run(pump);
    await send('Content', 'end');
    await ended;
    expect(written).toEqual(['head ', 'Content']);
    expect(stream.state).toBe('ended');
  });

  it('a failure is thrown', async () => {
    const { pump, send } = start();
    const opened = expect(pump.open(1_000, noTurns)).rejects.toBe(broken);
    await send('head', 'fail');
    await opened;
  });

  it('a failure after content is kept for the stream', async () => {
    const { pump, stream, send } = start();
    const opened = pump.open(1_000, noTurns);
    stream.started = true;
    stream.fail(broken);
    await send('late');
    await opened;
    expect(stream.error).toBe(broken);
  });

  it('a broken connection is thrown as an error for the client', async () => {
    const { pump, send } = start();
    const opened = expect(pump.open(1_000, noTurns)).rejects.toMatchObject({
      code: 'upstream-unavailable',
    });
    await send(new Error('ECONNRESET'));
    await opened;
  });

  it('an end is no failure, and needs no turn', async () => {
    const { pump, stream, send } = start();
    const use = vi.fn<FairTurns['use']>();
    const opened = pump.open(1_000, { use });
    await send(undefined);
    await opened;
    expect(stream.state).toBe('ended');
    expect(use).not.toHaveBeenCalled();
  });

  it('a chunk waits for its turn', async () => {
    const { pump, stream, send } = start();
    let resume = (): void => undefined;
    const sizes: number[] = [];
    const use = (bytes: number) => {
      sizes.push(bytes);
      return new Promise<void>((resolve) => (resume = resolve));
    };
    const opened = pump.open(1_000, { use });
    await send('Content');
    expect([sizes, stream.started]).toEqual([[7], false]);
    resume();
    await opened;
    expect(stream.started).toBe(true);
  });
});

describe('a stream on its way to a client', () => {
  it('is written chunk by chunk, and releases its upstream at the end', async () => {
    const { pump, connection, calls, attempt, send } = start('pending ');
    const { written, ended } = run(pump);
    expect(connection.head.headers.get('x-request-id')).toBeNull();
    await send('one', 'silence');
    expect(written).toEqual(['pending ', 'one']);
    expect(attempt.firstByteTick).toBeDefined();
    await send(undefined);
    await ended;
    expect(written).toEqual(['pending ', 'one', '(closed)']);
    expect(calls.slice(-2)).toEqual(['release', 'cancel']);
  });

  it('keeps a text for a moment where the stream wants to know what follows it', async () => {
    const { pump, stream, send } = start();
    holdTexts(stream);
    const { written, ended } = run(pump);
    await send('One');
    await vi.advanceTimersByTimeAsync(49);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(written).toEqual(['One']);
    await vi.advanceTimersByTimeAsync(1_000);
    await send('two', 'three');
    expect(written).toEqual(['One', 'two']);
    await send('end');
    await ended;
    expect(written).toEqual(['One', 'two', 'three']);
  });

  it('notes when the first text was written', async () => {
    const { pump, send } = start();
    const { ended } = run(pump);
    await send('silence');
    expect(pump.firstWriteTick).toBeUndefined();
    await vi.advanceTimersByTimeAsync(100);
    await send('one');
    const first = clock.monotonic();
    await vi.advanceTimersByTimeAsync(100);
    await send('two', 'end');
    await ended;
    expect(pump.firstWriteTick).toBe(first);
  });

  it('is not read while the client does not read', async () => {
    const { pump, calls, send } = start();
    const { client, written, ended } = run(pump);
    client.isSlow = true;
    await send('one', 'two');
    expect([written, calls]).toEqual([['one'], ['read']]);
    client.isSlow = false;
    client.read();
    await send('end');
    await ended;
    expect(written).toEqual(['one', 'two']);
  });

  it('waits for its turn, and for what is reserved for it', async () => {
    const { pump, send } = start();
    let take = (): void => undefined;
    let reserve = (): void => undefined;
    const { written, ended } = run(pump, {
      turns: {
        use: (bytes) => (bytes === 5 ? new Promise((resolve) => (take = resolve)) : undefined),
      },
      extend: () => new Promise((resolve) => (reserve = resolve)),
    });
    await send('first', 'more');
    expect(written).toEqual([]);
    take();
    await send();
    expect(written).toEqual(['first']);
    reserve();
    await send();
    expect(written).toEqual(['first', 'more']);
    await send('end');
    reserve();
    await send();
    reserve();
    await ended;
  });

  it('ends when its upstream does not close within a time after all choices have ended', async () => {
    const { pump, send } = start();
    const { written, ended } = run(pump);
    await send('complete');
    await vi.advanceTimersByTimeAsync(499);
    await send('usage');
    expect(written).toEqual(['complete', 'usage']);
    await vi.advanceTimersByTimeAsync(499);
    expect(written).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(written).toEqual(['complete', 'usage', '(closed)']);
  });

  it('leaves no timer when its upstream closes soon after all choices have ended', async () => {
    const { pump, stream, send } = start();
    const { ended } = run(pump);
    await send('complete', undefined);
    await ended;
    expect(stream.state).toBe('ended');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a stream that is silent', () => {
  it('gets keep-alives', async () => {
    const { pump, send } = start();
    const { written, ended } = run(pump);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toEqual([': alive']);
    await send('one');
    await vi.advanceTimersByTimeAsync(3_999);
    expect(written).toEqual([': alive', 'one']);
    await send('end');
    await ended;
  });

  it('gets none in a format that has none', async () => {
    const { pump, send } = start();
    const { written, ended } = run(pump, { keepAlive: '' });
    await vi.advanceTimersByTimeAsync(4_000);
    await send('end');
    await ended;
    expect(written).toEqual([]);
  });

  it('fails after the pause that its upstream may make, and is aborted', async () => {
    const { pump, stream, calls, send } = start();
    const { ended } = run(pump, { keepAlive: '' });
    await vi.advanceTimersByTimeAsync(9_000);
    await send('one');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(calls).not.toContain('abort');
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toContain('abort');
    await send(new Error('aborted'));
    await ended;
    expect(stream.error).toMatchObject({ code: 'upstream-timeout', reason: 'idle_timeout' });
  });

  /** Starts a stream whose client reads nothing for 25 seconds, and then reads on. */
  async function startWithPause() {
    const started = start();
    const { client, ended } = run(started.pump, { keepAlive: '' });
    client.isSlow = true;
    await started.send('one');
    await vi.advanceTimersByTimeAsync(25_000);
    client.isSlow = false;
    client.read();
    return { ...started, ended };
  }

  it('is not blamed for the time in which its client did not read', async () => {
    const { stream, calls, send, ended } = await startWithPause();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(calls).not.toContain('abort');
    await send('end');
    await ended;
    expect(stream.state).toBe('ended');
  });

  it('is blamed for its silence after that time', async () => {
    const { stream, send, ended } = await startWithPause();
    await vi.advanceTimersByTimeAsync(10_000);
    await send(new Error('aborted'));
    await ended;
    expect(stream.error).toMatchObject({ reason: 'idle_timeout' });
  });

  it('fails at the total time limit also while its client does not read', async () => {
    const { pump, stream, calls, send } = start();
    const { client, ended } = run(pump);
    client.isSlow = true;
    await send('one');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(calls).not.toContain('abort');
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(stream.error).toMatchObject({ reason: 'total_timeout' });
  });

  it('gets no keep-alive behind a text that its client has not read', async () => {
    const { pump, send } = start();
    const { written, client, ended } = run(pump);
    client.isSlow = true;
    await send('one');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(written).toEqual(['one']);
    client.isSlow = false;
    client.read();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(written).toEqual(['one', ': alive']);
    await send('end');
    await ended;
  });
});

describe('a stream that is ended from outside', () => {
  it('fails at once while its client does not read', async () => {
    const { pump, stream, calls, send } = start();
    const { client, interruption, ended } = run(pump);
    client.isSlow = true;
    await send('one');
    interruption.interrupt(left);
    await ended;
    expect([stream.state, stream.error]).toEqual(['failed', left]);
    expect(calls.at(-1)).toBe('cancel');
  });

  it('fails after the write in which its client disconnected', async () => {
    const { pump, stream, send } = start();
    const { interruption, ended } = run(pump);
    await send('one');
    interruption.interrupt(left);
    await send('two', 'three');
    await ended;
    expect(stream.error).toBe(left);
  });

  it('fails when its client is slow afterwards', async () => {
    const { pump, stream, send } = start();
    const { client, interruption, ended } = run(pump);
    interruption.interrupt(left);
    client.isSlow = true;
    await send('one');
    await ended;
    expect(stream.error).toBe(left);
  });

  it('fails when its upstream breaks', async () => {
    const { pump, stream, send } = start();
    const { ended } = run(pump);
    await send(new Error('ECONNRESET'));
    await ended;
    expect(stream.error).toMatchObject({ code: 'upstream-unavailable' });
  });

  it('does not listen any more when it has ended', async () => {
    const { pump, stream, send } = start();
    const listening = vi.fn<() => void>();
    const { ended } = run(pump, { interruption: { onInterrupt: () => listening } });
    await send('end');
    await ended;
    expect(listening).toHaveBeenCalledOnce();
    expect(stream.error).toBeUndefined();
  });
});
