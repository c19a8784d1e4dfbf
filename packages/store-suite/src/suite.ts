import { describe } from 'vitest';
import { createOpener } from './harness.ts';
import type { StoreHarness, StoreSuiteOptions } from './harness.ts';
import { describeAdminTokens } from './themes/admin-tokens.ts';
import { describeConcurrency } from './themes/concurrency.ts';
import { describeExchangeLists } from './themes/exchange-lists.ts';
import { describeExchanges } from './themes/exchanges.ts';
import { describeKeys } from './themes/keys.ts';
import { describeLifecycle } from './themes/lifecycle.ts';
import { describeProcesses } from './themes/processes.ts';
import { describeResponses } from './themes/responses.ts';

/**
 * Declares the tests that every store driver must pass. Run it against the real database.
 * @param createStore gives an empty database for each test, however many run.
 */
export function describeStore(
  name: string,
  createStore: () => Promise<StoreHarness>,
  { supports }: StoreSuiteOptions,
): void {
  const open = createOpener(createStore);
  describe(`${name}: the store contract`, () => {
    describeKeys(open);
    describeAdminTokens(open);
    describeExchanges(open);
    describeExchangeLists(open);
    describeResponses(open);
    describeConcurrency(open, supports);
    describeLifecycle(open, supports);
    describeProcesses(open, supports);
  });
}
