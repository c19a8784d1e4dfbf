/** Alerts about keys and accounts: limits that are nearly used up, and keys that expire soon. */
import type { AlertsConfiguration } from '@parley/core/extension';
import { moneyHeadroom, tokenHeadroom, type Headroom } from '@parley/core/ledger';
import type { AccountWithState, KeyRecord, KeyState, LimitName } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import { formatTime } from '../shared/times.ts';
import type { Alert } from './alert.ts';

/** A key in use, its account, and what both have used. */
export interface KeyInUse {
  readonly key: KeyRecord;
  readonly state: KeyState;
  readonly account: AccountWithState;
  /** The limit for which a request was refused; absent when none was. */
  readonly refused: LimitName | undefined;
}

const dayMs = 86_400_000;

/** The alerts that hold at a time, whether or not they were raised before. */
export function findKeyAlerts(
  used: KeyInUse,
  { limits: percentages, expiry_days: days }: Pick<AlertsConfiguration, 'limits' | 'expiry_days'>,
  now: number,
): readonly Alert[] {
  const { key, state, account, refused } = used;
  const context = {
    key: state,
    account: account.state,
    limits: key.limits,
    prepaid: account.account.prepaid,
    now,
  };
  const limits = [...moneyHeadroom(context), ...tokenHeadroom(context)].filter(isSet);
  const reached = limits.flatMap((headroom) => {
    const percentage = highestReached(headroom, percentages);
    return percentage === undefined ? [] : [limitAlert(used, { headroom, percentage, now })];
  });
  const refusing = limits
    .filter(({ limit }) => limit === refused)
    .map((headroom) => limitAlert(used, { headroom, now }));
  return [...reached, ...refusing, ...expiryAlerts(key, days * dayMs, now)];
}

/** A limit of 0 is a choice of the operator, and the highest number stands for no limit. */
function isSet({ total }: Headroom): boolean {
  return total > 0 && total < Number.MAX_SAFE_INTEGER;
}

/** The highest of the percentages that is used. */
function highestReached(
  { used, total }: Headroom,
  percentages: readonly number[],
): number | undefined {
  const reached = percentages.filter((percentage) => used / total >= percentage / 100);
  return reached.length === 0 ? undefined : Math.max(...reached);
}

/** Of a limit that refused a request, whatever is left of it, the percentage is absent. */
interface ToldLimit {
  readonly headroom: Headroom;
  readonly percentage?: number;
  readonly now: number;
}

/** Its id names the amount and the end of the period: a limit that is raised or reset is told again. */
function limitAlert(
  { key, account }: KeyInUse,
  { headroom: { limit, used, total, resetAt }, percentage, now }: ToldLimit,
): Alert {
  const isBalance = limit === 'account_balance';
  const subject: Alert['subject'] = isBalance
    ? { kind: 'account', id: account.account.id }
    : { kind: 'key', id: key.id };
  const type = percentage === undefined ? 'limit.refused' : 'limit.reached';
  const name = isBalance ? account.account.name : key.name;
  const write = limit === 'key_tokens' ? String : formatDollars;
  const unit = limit === 'key_tokens' ? 'tokens' : 'USD';
  const who = `The ${subject.kind} "${name}"`;
  const amounts = `${write(used)} of ${write(total)} ${unit}`;
  return {
    id: [type, subject.id, limit, percentage ?? 'all', total, resetAt ?? 0].join(':'),
    type,
    at: now,
    subject,
    message:
      percentage === undefined
        ? `${who} has not enough left of its ${limitNames[limit]} for a request: it has used ${amounts}.`
        : `${who} has used at least ${percentage} % of its ${limitNames[limit]}: ${amounts}.`,
    facts: {
      name,
      limit,
      percentage,
      used: write(used),
      total: write(total),
      unit,
      resets_at: resetAt === undefined ? undefined : formatTime(resetAt),
    },
  };
}

const limitNames: Readonly<Partial<Record<Headroom['limit'], string>>> = {
  key_quota: 'quota',
  key_tokens: 'token quota',
  window_5h: 'limit for 5 hours',
  window_1d: 'limit for a day',
  window_7d: 'limit for 7 days',
  account_balance: 'money',
};

/** A key that was made for a time no longer than the warning is meant to expire, as those of `parley run`. */
function expiryAlerts(
  { id, name, createdAt, expiresAt, disabled }: KeyRecord,
  aheadMs: number,
  now: number,
): readonly Alert[] {
  if (expiresAt === undefined || disabled) return [];
  if (expiresAt <= now || expiresAt > now + aheadMs) return [];
  if (expiresAt - createdAt <= aheadMs) return [];
  const expires = formatTime(expiresAt);
  return [
    {
      id: `key.expires_soon:${id}:${expiresAt}`,
      type: 'key.expires_soon',
      at: now,
      subject: { kind: 'key', id },
      message: `The key "${name}" expires at ${expires}.`,
      facts: { name, expires_at: expires },
    },
  ];
}
