/** Logs the upgrade of tables, during which a start is silent; used by what opens a store. */
import type { Logger } from '@parley/core';

/**
 * What a store tells of an upgrade: that it waits for another process, that it begins, and, with its duration, that it
 * has ended well.
 */
export interface LoggedUpgrade {
  readonly from: string;
  readonly to: string;
  readonly durationMs?: number;
  readonly isWaiting?: true;
}

/** Logs the steps of an upgrade, with the last migration before and after it. */
export function logUpgrades(log: Logger): (upgrade: LoggedUpgrade) => void {
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
