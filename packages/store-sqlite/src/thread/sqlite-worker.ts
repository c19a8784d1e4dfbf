/**
 * The thread in which the embedded database runs: opens the file and answers calls; started by `threaded-store.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { TableUpgrade } from '@parley/store-sql';
import { createReadingStore, createSqliteStore } from '../sqlite-store.ts';
import { upgradeId } from './messages.ts';
import { createPause } from './pause.ts';
import { serveStore } from './serve-store.ts';
import type { WorkerOptions } from './threaded-store.ts';

const { role, ...options } = workerData as WorkerOptions;
const open = role === 'writer' ? createSqliteStore : createReadingStore;
const port = parentPort;
if (port === null) throw new Error('This module runs in a thread of its own.');
// At once: an upgrade lets no turn of the event loop end.
const onUpgrade = (value: TableUpgrade): void => {
  port.postMessage([{ id: upgradeId, value }]);
};
serveStore(port, open({ ...options, onUpgrade, pause: createPause() }));
