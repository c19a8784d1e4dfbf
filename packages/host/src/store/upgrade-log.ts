/** Logs the upgrade of tables, during which a start is silent; used by what opens a store. */
import type { Logger } from '@parley/core';
import type { TableUpgrade } from '@parley/store-postgres';

/** Logs the steps of an upgrade, with the last migration before and after it. */
export function logUpgrades(log: Logger): (upgrade: TableUpgrade) => void {
  return ({ from, to, durationMs, isWaiting }) => {
    if (isWaiting) {
      log('info', 'Another process upgrades the tables of the database: this one waits for it.', {
        from,
        to,
      });
    } else if (durationMs === undefined) {
      const advice =
        'Let it end: with many records it takes minutes. An upgrade that is stopped changes nothing.';
      log('info', 'The tables of the database are being upgraded.', { from, to, advice });
    } else {
      log('info', 'The tables of the database have been upgraded.', { from, to, durationMs });
    }
  };
}
