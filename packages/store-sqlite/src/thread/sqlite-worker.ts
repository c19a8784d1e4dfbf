/**
 * The thread in which the embedded database runs: opens the file and answers calls; started by `threaded-store.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createReadingStore, createSqliteStore } from '../sqlite-store.ts';
import { createPause } from './pause.ts';
import { serveStore } from './serve-store.ts';
import type { WorkerOptions } from './threaded-store.ts';

const { role, ...options } = workerData as WorkerOptions;
const open = role === 'writer' ? createSqliteStore : createReadingStore;
if (parentPort === null) throw new Error('This module runs in a thread of its own.');
serveStore(parentPort, open({ ...options, pause: createPause() }));
