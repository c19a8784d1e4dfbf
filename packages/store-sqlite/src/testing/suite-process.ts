import { runStoreProcess } from '@parley/store-suite/process';
import { createSqliteStore } from '../sqlite-store.ts';

await runStoreProcess((location) => createSqliteStore({ path: location }));
