import { checkLedger, listAdminTokens } from '@parley/core/administration';
import type { Session } from '../../session.ts';
import { examine, type Finding } from './finding.ts';

export function checkDatabase({ operator }: Session): Promise<Finding> {
  return examine('database', async () => {
    await operator.store.check();
    return { state: 'good', message: 'The store answers, and its tables are up to date.' };
  });
}

export function checkMoney({ operator }: Session): Promise<Finding> {
  return examine('ledger', async () => {
    const { balanced, faults, entries } = await checkLedger(operator);
    return balanced
      ? { state: 'good', message: `All totals are the sums of their entries (${entries}).` }
      : { state: 'bad', message: `${faults.length} totals do not add up: parley ledger check` };
  });
}

export function checkTokens({ operator }: Session): Promise<Finding> {
  return examine('admin token', async () => {
    const { length } = await listAdminTokens(operator);
    return length > 0
      ? { state: 'good', message: `The admin API is on; tokens: ${length}.` }
      : { state: 'warning', message: 'None exists, so the admin API is off: parley tokens create' };
  });
}
