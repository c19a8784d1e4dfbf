/** Calls a store in a worker thread, and replaces the thread when it dies; used by `threaded-store.ts`. */
import { setImmediate } from 'node:timers';
import { StoreUnavailableError } from '@parley/core/store';
import { openingId, type Answer, type Call } from './messages.ts';
import { createPendingCalls } from './pending-calls.ts';

/** A thread that answers calls with `serveStore`: a `Worker` of `node:worker_threads`. */
export interface StoreThread {
  on(event: 'message', listen: (answers: readonly Answer[]) => void): unknown;
  on(event: 'error', listen: (error: unknown) => void): unknown;
  on(event: 'exit', listen: (code: number) => void): unknown;
  postMessage(calls: readonly Call[]): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

export interface ChannelSettings {
  /** Starts a thread. */
  readonly start: () => StoreThread;
  /** Called when the thread has died: whether another one has taken its place. */
  readonly onDeath: (error: StoreUnavailableError, isReplaced: boolean) => void;
}

export interface WorkerChannel {
  /** Waits until the database is open; to be called at once. @throws what opening the store throws */
  open(): Promise<unknown>;
  /** @throws what the method throws, and StoreUnavailableError when the thread dies */
  call(method: string, parameters: readonly unknown[]): Promise<unknown>;
  /** Waits for running calls, closes the store and ends the thread; further calls are rejected. */
  close(): Promise<void>;
}

/** A thread that dies again within this time, in milliseconds, is not replaced. */
const replaceAfterMs = 60_000;

/**
 * Starts the thread. It does not keep the process running, except while calls wait for their answers. The calls
 * of one turn of the event loop are sent as one message.
 */
export function openWorkerChannel({ start, onDeath }: ChannelSettings): WorkerChannel {
  const pending = createPendingCalls((waits) => {
    if (waits) thread.ref();
    else thread.unref();
  });
  const batch = createBatch(post);
  let lastId = openingId;
  let diedAt = -Infinity;
  /** Why nothing can be called any more. */
  let end: StoreUnavailableError | undefined;
  let thread = launch();

  function launch(): StoreThread {
    const started = start();
    started.on('message', (answers) => {
      for (const answer of answers) pending.settle(answer);
    });
    whenEnded(started, (cause) => {
      if (end === undefined) replace(cause);
    });
    started.unref();
    return started;
  }

  function replace(cause: unknown): void {
    const died = createDeath(cause);
    const now = performance.now();
    const isReplaced = now - diedAt > replaceAfterMs && !pending.has(openingId);
    diedAt = now;
    if (isReplaced) thread = launch();
    else end = died;
    batch.clear();
    // Whether these calls were carried out is not known.
    pending.failAll(died);
    onDeath(died, isReplaced);
  }

  function post(calls: readonly Call[]): void {
    try {
      thread.postMessage(calls);
    } catch (error) {
      // What cannot be cloned is not data, and a fault of the caller.
      for (const { id } of calls) pending.fail(id, error);
    }
  }

  function send(method: string, parameters: readonly unknown[]): Promise<unknown> {
    lastId += 1;
    batch.add({ id: lastId, method, parameters });
    return pending.wait(lastId);
  }

  return {
    open: () => pending.wait(openingId),
    call: (method, parameters) => (end ? Promise.reject(end) : send(method, parameters)),
    async close() {
      const closed = end === undefined ? send('close', []).catch(() => undefined) : undefined;
      end ??= new StoreUnavailableError('The store is closed.');
      await closed;
      pending.failAll(end);
      await thread.terminate();
    },
  };
}

/** Posts the calls of one turn of the event loop together. */
function createBatch(post: (calls: readonly Call[]) => void) {
  const calls: Call[] = [];
  const clear = (): readonly Call[] => calls.splice(0);
  const flush = (): void => {
    if (calls.length > 0) post(clear());
  };
  const add = (call: Call): void => {
    calls.push(call);
    if (calls.length === 1) setImmediate(flush);
  };
  return { add, clear };
}

function whenEnded(thread: StoreThread, act: (cause: unknown) => void): void {
  let cause: unknown;
  thread.on('error', (error) => {
    cause = error;
  });
  thread.on('exit', (code) => {
    act(cause ?? `exit code ${String(code)}`);
  });
}

function createDeath(cause: unknown): StoreUnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailableError(`The thread of the database has ended: ${reason}.`, { cause });
}
