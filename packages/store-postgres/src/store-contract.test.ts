import { describeStore } from '@parley/store-suite';
import { afterAll, describe } from 'vitest';
import {
  createHarness,
  dropSchemas,
  processSupport,
  serverUrl,
} from './testing/temporary-store.ts';

describe.skipIf(serverUrl === undefined)('on a real server', () => {
  afterAll(dropSchemas);

  describeStore('PostgreSQL', createHarness, {
    supports: { persistence: true, sharing: true, processes: processSupport },
  });
});
