/** The embedded store in a thread of its own, for servers: `@parley/store-sqlite/threaded`. */
import nodeModule from 'node:module';
import process from 'node:process';
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';
import { storeMethods, StoreUnavailableError, type Store } from '@parley/core/store';
import type { SqliteStoreOptions } from '../sqlite-store.ts';
import { openWorkerChannel, type StoreThread, type WorkerChannel } from './worker-channel.ts';

export type { Answer, Call, SentError } from './messages.ts';
export type { StoreThread } from './worker-channel.ts';
export type { TableUpgrade } from '@parley/store-sql';

export interface ThreadedStoreOptions extends Omit<SqliteStoreOptions, 'now' | 'pause'> {
  /** Called when a thread has died: whether another one has taken its place. */
  readonly onDeath?: (error: StoreUnavailableError, isReplaced: boolean) => void;
}

/**
 * What a thread is for: the whole store, reads that may take long, or the check of the ledger, which may take
 * minutes. The last two have read-only connections.
 */
export type WorkerRole = 'writer' | 'reader' | 'checker';

/** What the module of a thread reads as its `workerData`. */
export interface WorkerOptions extends Omit<SqliteStoreOptions, 'now' | 'pause' | 'onUpgrade'> {
  readonly role: WorkerRole;
}

/** The methods that read many rows, for which no settlement may wait. */
const longReads = [
  'findExchangeStart',
  'listAudit',
  'listExchanges',
  'listLedger',
  'listSettled',
  'measureLatency',
  'sumUsage',
] as const satisfies readonly (keyof Store)[];

/** Beside this file in the sources, and beside each bundle that contains this file. */
const workerModule = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js',
  import.meta.url,
);

/**
 * Opens the store of `createSqliteStore` in a worker thread, so that neither SQL nor the disk holds up the
 * calling thread. Throws as `createSqliteStore`. When the thread dies, running calls reject with
 * `StoreUnavailableError` and another thread takes its place; if that one dies within a minute, all later calls
 * reject. The threads do not keep the process running, except while calls wait for their answers.
 */
export async function createThreadedSqliteStore(options: ThreadedStoreOptions): Promise<Store> {
  return startThreadedStore(options, startWorker);
}

/**
 * Half of the young generation of a thread, in MiB: what it begins with, and the most. What a batch of settlements
 * allocates lives until it is written: in less space it survives collection after collection, which copy it each time.
 */
const semiSpaceMb = { first: 2, most: 4 };

/** The memory of a thread, in MiB; the largest report has 200,000 rows. */
const resourceLimits = {
  // V8 counts two halves, and one more for large objects.
  maxYoungGenerationSizeMb: 3 * semiSpaceMb.most,
  maxOldGenerationSizeMb: 512,
} as const;

/** Sources find the sources of other packages by this condition. */
const sourceArguments = ['--conditions=parley-source'];

function startWorker(options: WorkerOptions): StoreThread {
  const isSource = workerModule.pathname.endsWith('.ts');
  beginLarger();
  return new Worker(workerModule, {
    workerData: options,
    resourceLimits,
    env: addCompileCache(process.env),
    ...(isSource && { execArgv: sourceArguments }),
  });
}

/** A thread has no compile cache of its own, but reads this variable. Compiling its code takes a fifth of its start. */
function addCompileCache(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Not every runtime has such a cache.
  const folder = 'getCompileCacheDir' in nodeModule ? nodeModule.getCompileCacheDir() : undefined;
  return folder === undefined ? environment : { ...environment, NODE_COMPILE_CACHE: folder };
}

/** A young generation would begin with 1 MiB, and grow only as long as that of the main thread may grow. */
function beginLarger(): void {
  try {
    v8.setFlagsFromString(`--min-semi-space-size=${String(semiSpaceMb.first)}`);
  } catch {
    // A runtime with another engine has no such flag.
  }
}

/** The same, with another way to start a thread. */
export async function startThreadedStore(
  { onDeath = () => undefined, onUpgrade, ...options }: ThreadedStoreOptions,
  startThread: (options: WorkerOptions) => StoreThread,
): Promise<Store> {
  const start = (role: WorkerRole): WorkerChannel =>
    openWorkerChannel({ start: () => startThread({ ...options, role }), onDeath, onUpgrade });
  const writer = start('writer');
  try {
    await writer.open();
  } catch (error) {
    await writer.close();
    throw error;
  }
  const readers = new Map<WorkerRole, WorkerChannel>();
  let closing: Promise<void> | undefined;
  const find = (role: WorkerRole): WorkerChannel => {
    if (closing) throw new StoreUnavailableError('The store is closed.');
    if (role === 'writer') return writer;
    const reader = readers.get(role) ?? start(role);
    readers.set(role, reader);
    return reader;
  };
  const close = async (): Promise<void> => {
    await Promise.all([...readers.values()].map((reader) => reader.close()));
    // Last, so that this connection moves the write-ahead log into the file.
    await writer.close();
  };
  return {
    ...methodsOf(storeMethods, () => find('writer')),
    // These replace methods of the writer.
    ...methodsOf(longReads, () => find('reader')),
    ...methodsOf(['checkLedger'], () => find('checker')),
    close: () => (closing ??= close()),
  } as Store;
}

type Method = (...parameters: readonly unknown[]) => Promise<unknown>;

function methodsOf(
  names: readonly string[],
  channel: () => WorkerChannel,
): Readonly<Record<string, Method>> {
  return Object.fromEntries(
    names.map((name): [string, Method] => [
      name,
      async (...parameters) => channel().call(name, parameters),
    ]),
  );
}
