import { describeStore } from '@parley/store-suite';
import { describe } from 'vitest';
import { createHarness, serverUrl } from './testing/temporary-store.ts';

describe.skipIf(serverUrl === undefined)('on a real server', () => {
  describeStore('SQLite + Redis', createHarness, {
    supports: { persistence: true, sharing: true, ratesAhead: false },
  });
});
