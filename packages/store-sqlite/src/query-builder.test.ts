import { describeStore } from '@parley/store-suite';
import { createBuilderHarness } from './testing/temporary-store.ts';

// Databases without statements of their own run these, such as the one of a Durable Object.
describeStore('SQLite by the query builder', createBuilderHarness, {
  supports: { persistence: true, sharing: true },
});
