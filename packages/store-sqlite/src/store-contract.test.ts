import { describeStore } from '@parley/store-suite';
import {
  createHarness,
  createMessageHarness,
  processSupport,
  threadedProcessSupport,
} from './testing/temporary-store.ts';

describeStore('SQLite', createHarness, {
  supports: { persistence: true, sharing: true, processes: processSupport },
});
describeStore('SQLite in a thread', createMessageHarness, {
  supports: { persistence: true, sharing: true, processes: threadedProcessSupport },
});
