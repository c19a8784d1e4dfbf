/** Runs all tests of the store contract against one driver. */
import { describe } from 'vitest';
import { createOpener } from './harness.ts';
import type { StoreHarness, StoreSuiteOptions } from './harness.ts';
import { describeAccounts } from './themes/accounts.ts';
import { describeAdminTokens } from './themes/admin-tokens.ts';
import { describeAudit } from './themes/audit.ts';
import { describeConcurrency } from './themes/concurrency.ts';
import { describeConditionalChanges } from './themes/conditional-changes.ts';
import { describeEntities } from './themes/entities.ts';
import { describeExchangeLists } from './themes/exchange-lists.ts';
import { describeExchanges } from './themes/exchanges.ts';
import { describeKeyLists } from './themes/key-lists.ts';
import { describeKeySecrets } from './themes/key-secrets.ts';
import { describeKeys } from './themes/keys.ts';
import { describeLatency } from './themes/latency.ts';
import { describeLedgerProcesses } from './themes/ledger-processes.ts';
import { describeSettlements } from './themes/ledger-settlements.ts';
import { describeLedgerWalk } from './themes/ledger-walk.ts';
import { describeLedger } from './themes/ledger.ts';
import { describeLifecycle } from './themes/lifecycle.ts';
import { describeProcesses } from './themes/processes.ts';
import { describeReservationEnds } from './themes/reservation-ends.ts';
import { describeReservationExtensions } from './themes/reservation-extensions.ts';
import { describeReservationsAhead } from './themes/reservations-ahead.ts';
import { describeReservationPeriods } from './themes/reservation-periods.ts';
import { describeReservationRaces } from './themes/reservation-races.ts';
import { describeReservations } from './themes/reservations.ts';
import { describeResponses } from './themes/responses.ts';
import { describeRetention } from './themes/retention.ts';
import { describeSessions } from './themes/sessions.ts';
import { describeSettled } from './themes/settled.ts';
import { describeUsageSums } from './themes/usage-sums.ts';
import { describeUsers } from './themes/users.ts';

/**
 * Declares the tests that every store driver must pass. Run them against the real database.
 * @param createStore opens an empty database for each test; several tests may run at once
 */
export function describeStore(
  name: string,
  createStore: () => Promise<StoreHarness>,
  { supports }: StoreSuiteOptions,
): void {
  const open = createOpener(createStore);
  describe(`${name}: the store contract`, () => {
    describeAccounts(open);
    describeKeys(open);
    describeKeySecrets(open);
    describeKeyLists(open);
    describeEntities(open);
    describeAdminTokens(open);
    describeAudit(open);
    describeSessions(open, supports);
    describeUsers(open);
    describeExchanges(open);
    describeExchangeLists(open);
    describeSettled(open, supports);
    describeUsageSums(open);
    describeLatency(open);
    describeRetention(open, supports);
    describeResponses(open);
    describeReservations(open);
    describeReservationPeriods(open);
    describeReservationRaces(open, supports);
    describeReservationEnds(open, supports);
    describeReservationExtensions(open, supports);
    describeReservationsAhead(open, supports);
    describeSettlements(open, supports);
    describeLedger(open, supports);
    describeLedgerWalk(open, supports);
    describeConcurrency(open, supports);
    describeConditionalChanges(open, supports);
    describeLifecycle(open, supports);
    describeProcesses(open, supports);
    describeLedgerProcesses(open, supports);
  });
}
