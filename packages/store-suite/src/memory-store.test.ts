import { createMemoryStore } from '@parley/core/memory-store';
import { describeStore } from './suite.ts';
import type { StoreHarness } from './harness.ts';

async function createHarness(): Promise<StoreHarness> {
  let ahead = 0;
  const store = createMemoryStore({ now: () => Date.now() + ahead });
  return {
    store,
    reopen: () => Promise.reject(new Error('Nothing of a store in memory can be opened again.')),
    passTime: (milliseconds) => {
      ahead += milliseconds;
    },
    dispose: () => store.close(),
  };
}

describeStore('Memory', createHarness, { supports: { persistence: false, sharing: false } });
