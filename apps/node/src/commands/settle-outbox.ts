/** Writes what ended gateways left in the outbox to the store; used by the commands that open it. */
import { join } from 'node:path';
import { StoreUnavailableError, systemClock, type Logger, type Store } from '@parley/core';
import { settleLeft } from '@parley/core/extension';
import { createProcessLogger, openSettlementOutbox, outboxName } from '@parley/host/disk';
import { say } from './output.ts';

/** Returns whether nothing was left behind. If the store does not take it, one sentence says so and why. */
export async function settleOutbox(store: Store, folder: string): Promise<boolean> {
  const write = createProcessLogger('warn');
  let hasFailed = false;
  let outage: StoreUnavailableError | undefined;
  const log: Logger = (level, message, fields = {}) => {
    hasFailed ||= level === 'error';
    if (fields['cause'] instanceof StoreUnavailableError) outage ??= fields['cause'];
    // What is kept for later is lines of the log of a gateway; here the sentence below takes their place.
    if (outage === undefined || fields['kept'] === undefined) write(level, message, fields);
  };
  await settleLeft({ store, clock: systemClock, log, outbox: openSettlementOutbox(folder, log) });
  if (outage !== undefined) {
    say(`The store lacks requests that wait in ${join(folder, outboxName)}. ${outage.message}`);
  }
  return !hasFailed;
}
