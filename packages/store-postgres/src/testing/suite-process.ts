import { runStoreProcess } from '@parley/store-suite/process';
import { createPostgresStore } from '../postgres-store.ts';

await runStoreProcess((location) => createPostgresStore({ url: location }));
