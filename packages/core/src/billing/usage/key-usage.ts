/** Reads the usage of a key from the store, for `GET /v1/usage`. */
import type { Clock } from '../../ports.ts';
import type { KeyWithAccount } from '../quota/limits/limited.ts';
import { advanceKeyState, emptyKeyState } from '../ledger/index.ts';
import type { Scope } from '../../models/routing/scope.ts';
import { GatewayError, inputTotal, outputTotal, omitUndefined } from '@parley/protocol';
import type {
  AccountWithState,
  ExchangeRecord,
  KeyRecord,
  KeyState,
  Store,
  UsageSum,
} from '../../store/index.ts';
import { daysBefore } from './calendar.ts';
import type { UsageRequest } from './query.ts';
import { keyStatus, type KeyStatus } from './key-limits.ts';

const minuteMs = 60_000;
/** The maximum number of exchanges of the last minute that are read. */
const mostRecent = 1_000;

/** The data of one usage report. */
export interface KeyUsage {
  readonly key: KeyRecord;
  readonly state: KeyState;
  readonly status: KeyStatus;
  /** Read only when its balance is shown. */
  readonly account: AccountWithState | undefined;
  readonly group: { readonly name: string; readonly fingerprint?: string };
  readonly total: readonly UsageSum[];
  /** By step, from the first listed day. */
  readonly steps: readonly UsageSum[];
  /** By call name, within the requested range. */
  readonly models: readonly UsageSum[];
  /** Requests and tokens of the last minute. */
  readonly lastMinute: { readonly requests: number; readonly tokens: number };
  readonly now: number;
}

/** Where the usage of a key is read from; part of a gateway's context. */
interface UsageSources {
  readonly store: Pick<Store, 'readKey' | 'readAccount' | 'sumUsage' | 'listExchanges'>;
  readonly clock: Clock;
  readonly snapshot: () => { readonly showsBalance: boolean };
}

/**
 * Reads the usage of a key, but nothing of its account unless the operator shows it.
 * @throws GatewayError `invalid-request` when the range has too many sums
 */
export async function readKeyUsage(
  { store, clock, snapshot }: UsageSources,
  { key, account: owner, groups }: KeyWithAccount & Pick<Scope, 'groups'>,
  request: UsageRequest,
): Promise<KeyUsage> {
  const keyId = key.id;
  const now = clock.now();
  const { calendar, range } = request;
  const afterRange = calendar.startOf(daysBefore(range.last, -1));
  const [listed, account, total, steps, models, recent] = await Promise.all([
    store.readKey(keyId),
    snapshot().showsBalance ? store.readAccount(key.accountId) : undefined,
    store.sumUsage({ keyId, by: [] }),
    store.sumUsage({ keyId, from: calendar.startOf(request.firstDay), by: ['time'] }),
    store.sumUsage({
      keyId,
      from: calendar.startOf(range.first),
      until: afterRange,
      by: ['callName'],
    }),
    store.listExchanges({ keyId, from: now - minuteMs, limit: mostRecent }),
  ]).catch(refuseRange);
  const [group] = groups;
  const state = advanceKeyState(listed?.state ?? emptyKeyState(keyId, now), key.limits, now);
  return {
    key,
    state,
    // Keys of a disabled account do not work either.
    status: owner.disabled ? 'disabled' : keyStatus(key, state, now),
    account,
    group: omitUndefined({ name: group.name, fingerprint: group.fingerprint }),
    total,
    steps,
    models,
    lastMinute: measureRecent(recent, now),
    now,
  };
}

/** A store sums up only so much for one answer. */
function refuseRange(thrown: unknown): never {
  if (!(thrown instanceof RangeError)) throw thrown;
  throw new GatewayError('invalid-request', thrown.message, {
    reason: 'out_of_range',
    param: 'start_date',
  });
}

/**
 * When there are more exchanges than are read, the rate of those that were read is used for the whole minute.
 */
function measureRecent(recent: readonly ExchangeRecord[], now: number): KeyUsage['lastMinute'] {
  const oldest = recent.length < mostRecent ? undefined : recent.at(-1);
  const coveredMs = oldest === undefined ? minuteMs : Math.max(1, now - oldest.startedAt);
  const perMinute = (count: number): number => Math.round((count * minuteMs) / coveredMs);
  const tokens = recent.reduce(
    (sum, { usage }) => (usage === undefined ? sum : sum + inputTotal(usage) + outputTotal(usage)),
    0,
  );
  return { requests: perMinute(recent.length), tokens: perMinute(tokens) };
}
