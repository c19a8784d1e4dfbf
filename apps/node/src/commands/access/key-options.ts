/** The options by which a key is created or changed, and the admin API's fields for them. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { parseDollars } from '@parley/admin';
import { createJsonCommand, type CommandHelp } from '../command.ts';
import { omitUndefined } from '../input.ts';
import { parseCount, parseExpiry, parseLimit, parseList } from '../parsers.ts';

/** A command with an option for every rule and limit of a key. */
export function createKeyCommand(name: string, help: CommandHelp) {
  return createJsonCommand(name, help)
    .option('--groups <a,b>', 'Groups the key may use; the first is its default', parseList)
    .option('--models <a,b*>', 'Call names the key may use; * stands for any text', parseList)
    .option('--quota <dollars>', 'Dollars per period', parseAmount)
    .option('--quota-tokens <count>', 'Tokens per period', parseCount)
    .addOption(
      new Option('--reset <period>', 'Period of the quota').choices([
        'none',
        'day',
        'week',
        'month',
      ]),
    )
    .option('--window-5h <dollars>', 'Dollars within 5 hours', parseAmount)
    .option('--window-1d <dollars>', 'Dollars within one day', parseAmount)
    .option('--window-7d <dollars>', 'Dollars within 7 days', parseAmount)
    .option('--rpm <count>', 'Requests per minute', parseLimit)
    .option('--tpm <count>', 'Tokens per minute', parseLimit)
    .option('--concurrency <count>', 'Requests at the same time', parseLimit)
    .option('--allow-from <a,b/24>', 'Only these client addresses may use the key', parseList)
    .option('--deny-from <a,b/24>', 'These client addresses may not use the key', parseList)
    .option('--expires <days>', 'Days until the key expires, or never', parseExpiry);
}

/** An amount as the admin API takes it, 0 or more. @throws InvalidArgumentError */
function parseAmount(text: string): string {
  if ((parseDollars(text) ?? -1) >= 0) return text;
  throw new InvalidArgumentError(
    'Use a number of dollars with at most nine decimals, such as 12.50.',
  );
}

interface KeyOptions {
  readonly groups?: readonly string[] | undefined;
  readonly models?: readonly string[] | undefined;
  readonly quota?: string | undefined;
  readonly quotaTokens?: number | undefined;
  readonly reset?: string | undefined;
  readonly window5h?: string | undefined;
  readonly window1d?: string | undefined;
  readonly window7d?: string | undefined;
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly allowFrom?: readonly string[] | undefined;
  readonly denyFrom?: readonly string[] | undefined;
}

/** The limits as the admin API has them; undefined when no option sets one. */
export function readLimits(options: KeyOptions): Record<string, unknown> | undefined {
  const { quota, quotaTokens, reset, window5h, window1d, window7d } = options;
  return omitEmpty({
    quota: omitEmpty({ amount: quota, tokens: quotaTokens, reset }),
    windows: omitEmpty({ '5h': window5h, '1d': window1d, '7d': window7d }),
    requests_per_minute: options.rpm,
    tokens_per_minute: options.tpm,
    concurrency: options.concurrency,
  });
}

/** Everything but the limits and the expiry, as the admin API has it. */
export function readRules(options: KeyOptions): Record<string, unknown> {
  const { groups, models, allowFrom, denyFrom } = options;
  return omitUndefined({ groups, models, allowed_from: allowFrom, denied_from: denyFrom });
}

/** The time of expiry as the admin API has it; null for never. */
export function readExpiry(expires: string | undefined): string | null | undefined {
  return expires === 'never' ? null : expires;
}

/** The object without undefined fields; undefined when none is left. */
function omitEmpty(value: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const rest = omitUndefined(value);
  return Object.keys(rest).length === 0 ? undefined : rest;
}
