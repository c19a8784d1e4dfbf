/** A process that opens the same file as a test; started by the contract tests. */
import { runStoreProcess } from '@parley/store-suite/process';
import { createSqliteStore } from '../sqlite-store.ts';

await runStoreProcess((location) => createSqliteStore({ path: location }));
