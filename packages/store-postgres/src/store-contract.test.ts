import { describeStore } from '@parley/store-suite';
import { describe } from 'vitest';
import { createHarness, processSupport, serverUrl } from './testing/temporary-store.ts';

describe.skipIf(serverUrl === undefined)('on a real server', () => {
  describeStore('PostgreSQL', createHarness, {
    supports: { persistence: true, sharing: true, processes: processSupport },
  });
});
