import type { AccountView } from '@parley/core/administration';
import { writeTable } from '../output.ts';

/** Writes accounts with their money; `-` where nothing has to be topped up. */
export function writeAccounts(accounts: readonly AccountView[]): void {
  writeTable(
    ['ID', 'GRANTED', 'SPENT', 'RESERVED', 'FREE', 'KIND', 'NAME'],
    accounts.map(({ id, granted, spent, reserved, free, prepaid, disabled, name }) => [
      id,
      `$${granted}`,
      `$${spent}`,
      `$${reserved}`,
      prepaid ? `$${free}` : '-',
      disabled ? 'disabled' : prepaid ? 'prepaid' : 'counted',
      name,
    ]),
  );
}
