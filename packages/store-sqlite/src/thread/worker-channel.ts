/** Calls a store in a worker thread, and replaces the thread when it dies; used by `threaded-store.ts`. */
import { setImmediate } from 'node:timers';
import { StoreUnavailableError } from '@parley/core/store';
import type { TableUpgrade } from '@parley/store-sql';
import { openingId, upgradeId, type Answer, type Call } from './messages.ts';
import { createPendingCalls, type PendingCalls } from './pending-calls.ts';

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
  /** Called with each step of an upgrade of tables. */
  readonly onUpgrade?: ((upgrade: TableUpgrade) => void) | undefined;
}

export interface WorkerChannel {
  /** Waits until the database is open; to be called at once. @throws what opening the store throws */
  open(): Promise<unknown>;
  /** @throws what the method throws, and StoreUnavailableError when the thread dies: it may have been run */
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
export function openWorkerChannel({ start, onDeath, onUpgrade }: ChannelSettings): WorkerChannel {
  const pending = createPendingCalls((waits) => {
    thread[waits ? 'ref' : 'unref']();
  });
  const batch = createBatch(pending, (calls) => {
    thread.postMessage(calls);
  });
  let lastId = openingId;
  const mayReplace = createReplacementLimit();
  /** Why nothing can be called any more. */
  let end: StoreUnavailableError | undefined;
  let thread = launch();

  function launch(): StoreThread {
    const started = start();
    started.on('message', (answers) => {
      for (const answer of answers) {
        if (answer.id !== upgradeId) pending.settle(answer);
        else if ('value' in answer) onUpgrade?.(answer.value as TableUpgrade);
      }
    });
    whenEnded(started, replace);
    started.unref();
    return started;
  }

  function replace(cause: unknown): void {
    if (end) {
      pending.failAll(end);
      return;
    }
    const died = createDeath(cause);
    const isReplaced = !pending.has(openingId) && mayReplace();
    if (isReplaced) thread = launch();
    else end = died;
    batch.clear();
    pending.failAll(died);
    onDeath(died, isReplaced);
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

/** Allows another thread unless the last one was allowed a moment ago. */
function createReplacementLimit(): () => boolean {
  let diedAt = -Infinity;
  return () => {
    const passedMs = performance.now() - diedAt;
    diedAt = performance.now();
    return passedMs > replaceAfterMs;
  };
}

/** Posts the calls of one turn of the event loop together. */
function createBatch(pending: PendingCalls, post: (calls: readonly Call[]) => void) {
  const calls: Call[] = [];
  const clear = (): readonly Call[] => calls.splice(0);
  const flush = (): void => {
    const posted = clear();
    try {
      if (posted.length > 0) post(posted);
    } catch (error) {
      // What cannot be cloned is not data, and a fault of the caller.
      for (const { id } of posted) pending.fail(id, error);
    }
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
