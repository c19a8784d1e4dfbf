import { type KeyLimits, windowNames } from '@parley/core/store';
import { formatDollars } from '../dollars.ts';
import type { KeyView, LimitsInput } from './key-schemas.ts';

/** What an operator wrote, as the store keeps it. */
export function decodeLimits(input: LimitsInput): KeyLimits {
  const { quota, windows, requests_per_minute: requests, tokens_per_minute: tokens } = input;
  const limited = windowNames.flatMap((name) => {
    const nanoUsd = windows?.[name];
    return nanoUsd === undefined ? [] : [[name, nanoUsd] as const];
  });
  return {
    ...(quota && {
      quota: {
        ...(quota.amount !== undefined && { nanoUsd: quota.amount }),
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
            amount: quota.nanoUsd === undefined ? null : formatDollars(quota.nanoUsd),
            tokens: quota.tokens ?? null,
            reset: quota.reset,
          },
    windows: Object.fromEntries(
      Object.entries(windows).map(([name, nanoUsd]) => [name, formatDollars(nanoUsd)]),
    ),
    requests_per_minute: rates.requestsPerMinute ?? null,
    tokens_per_minute: rates.tokensPerMinute ?? null,
    concurrency: rates.concurrency ?? null,
  };
}
