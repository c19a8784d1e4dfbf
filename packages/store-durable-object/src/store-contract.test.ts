import { describeStore } from '@parley/store-suite';
import { afterAll, beforeAll } from 'vitest';
import { startWorkerd, type Workerd } from './testing/workerd-store.ts';

let workerd: Workerd;
beforeAll(async () => {
  workerd = await startWorkerd();
});
afterAll(() => workerd.stop());

describeStore('Durable Object', () => workerd.createHarness(), {
  supports: { persistence: true, sharing: true },
});
