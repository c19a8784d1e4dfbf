import { describeStore } from '@parley/store-suite';
import { createHarness, processSupport } from './testing/temporary-store.ts';

describeStore('SQLite', createHarness, {
  supports: { persistence: true, sharing: true, processes: processSupport },
});
