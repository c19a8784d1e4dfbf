/** The same as `suite-process.ts`, with the store in a thread. */
import { runStoreProcess } from '@parley/store-suite/process';
import { createThreadedSqliteStore } from '../thread/threaded-store.ts';

await runStoreProcess((location) => createThreadedSqliteStore({ path: location }));
