import { type KeyLimits, windowNames } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import type { KeyView, LimitsInput } from './key.ts';

/** What an operator wrote, as the store keeps it. */
export function decodeLimits(input: LimitsInput): KeyLimits {
  const { quota, windows, requests_per_minute: requests, tokens_per_minute: tokens } = input;
  const limited = windowNames.flatMap((name) => {
    const nanos = windows?.[name];
    return nanos === undefined ? [] : [[name, nanos] as const];
  });
  return {
    ...(quota && {
      quota: {
        ...(quota.amount !== undefined && { nanos: quota.amount }),
        ...(quota.tokens !== undefined && { tokens: quota.tokens }),
        reset: quota.reset,
      },
    }),
    ...(limited.length > 0 && { windows: Object.fromEntries(limited) }),
    // None of these may be 0.
    ...(requests && { requestsPerMinute: requests }),
    ...(tokens && { tokensPerMinute: tokens }),
    ...(input.concurrency && { concurrency: input.concurrency }),
  };
}

export function encodeLimits({ quota, windows = {}, ...rates }: KeyLimits): KeyView['limits'] {
  return {
    quota:
      quota === undefined
        ? null
        : {
            amount: quota.nanos === undefined ? null : formatDollars(quota.nanos),
            tokens: quota.tokens ?? null,
            reset: quota.reset,
          },
    windows: Object.fromEntries(
      Object.entries(windows).map(([name, nanos]) => [name, formatDollars(nanos)]),
    ),
    requests_per_minute: rates.requestsPerMinute ?? null,
    tokens_per_minute: rates.tokensPerMinute ?? null,
    concurrency: rates.concurrency ?? null,
  };
}
