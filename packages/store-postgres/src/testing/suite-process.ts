/** A process that opens the same schema as a test; started by the contract tests. */
import { runStoreProcess } from '@parley/store-suite/process';
import { createPostgresStore } from '../postgres-store.ts';

await runStoreProcess((location) => createPostgresStore({ url: location }));
