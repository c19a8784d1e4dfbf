import { readCount, readList, withoutGaps } from '../input.ts';

/** What both making and changing a key may set. */
export const keyOptions = {
  groups: { type: 'string', description: 'Groups it may use, its default first', valueHint: 'a,b' },
  models: { type: 'string', description: 'Call names it may use; * for any', valueHint: 'a,b*' },
  quota: { type: 'string', description: 'Dollars in one period', valueHint: 'dollars' },
  'quota-tokens': { type: 'string', description: 'Tokens in one period', valueHint: 'count' },
  reset: { type: 'string', description: 'Period of the quota: none, day, week or month (none)' },
  'window-5h': { type: 'string', description: 'Dollars within 5 hours', valueHint: 'dollars' },
  'window-1d': { type: 'string', description: 'Dollars within a day', valueHint: 'dollars' },
  'window-7d': { type: 'string', description: 'Dollars within 7 days', valueHint: 'dollars' },
  rpm: { type: 'string', description: 'Requests per minute', valueHint: 'count' },
  tpm: { type: 'string', description: 'Tokens per minute', valueHint: 'count' },
  concurrency: { type: 'string', description: 'Requests that may run at once', valueHint: 'count' },
  'allow-from': { type: 'string', description: 'Addresses it works from', valueHint: 'a,b/24' },
  'deny-from': { type: 'string', description: 'Addresses it does not work from', valueHint: 'a' },
  expires: {
    type: 'string',
    description: 'Days until it expires, or never (never)',
    valueHint: 'days',
  },
} as const;

type KeyArguments = Readonly<Partial<Record<keyof typeof keyOptions, string>>>;

/** The limits that were typed, in the form of the admin API; nothing when none were. */
export function readLimits(args: KeyArguments): Record<string, unknown> | undefined {
  const quota = {
    amount: args.quota,
    tokens: readCount(args['quota-tokens'], 'quota-tokens'),
    reset: args.reset,
  };
  const windows = withoutGaps({
    '5h': args['window-5h'],
    '1d': args['window-1d'],
    '7d': args['window-7d'],
  });
  const limits = withoutGaps({
    quota: isEmpty(withoutGaps(quota)) ? undefined : withoutGaps(quota),
    windows: isEmpty(windows) ? undefined : windows,
    requests_per_minute: readCount(args.rpm, 'rpm'),
    tokens_per_minute: readCount(args.tpm, 'tpm'),
    concurrency: readCount(args.concurrency, 'concurrency'),
  });
  return isEmpty(limits) ? undefined : limits;
}

/** Everything but the limits and the expiry. */
export function readRules(args: KeyArguments): Record<string, unknown> {
  return withoutGaps({
    groups: readList(args.groups),
    models: readList(args.models),
    allowed_from: readList(args['allow-from']),
    denied_from: readList(args['deny-from']),
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
