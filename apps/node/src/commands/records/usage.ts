/** `parley usage`: sums of requests, tokens and money. */
import { sumUsage, usageQuery, type UsageView } from '@parley/admin';
import { createJsonCommand } from '../command.ts';
import { omitUndefined, readInput } from '../input.ts';
import { say, writeJson, writeTable } from '../output.ts';
import { parseTime } from '../parsers.ts';
import { withReadingSession } from '../session.ts';

export const createUsageCommand = () =>
  createJsonCommand('usage', {
    summary: 'Sum up requests, tokens and money',
    examples: ['parley usage', 'parley usage --by key,model --from 2026-11-01 --json'],
  })
    .option(
      '--by <a,b>',
      'What to sum up by: time, day, hour, account, key, group, model, upstream, upstream_model',
      'model',
    )
    .option('--time-zone <name>', 'Time zone of days and hours (default: UTC)')
    .option('--from <time>', 'Requests that started at this time or later', parseTime)
    .option('--until <time>', 'Requests that started before this time', parseTime)
    .option('--key <id>', 'Only this key')
    .option('--account <id>', 'Only this account')
    .option('--group <name>', 'Only this group')
    .option('--model <name>', 'Only this call name')
    .option('--upstream <name>', 'Only this upstream')
    .action((options) =>
      withReadingSession(options, async ({ operator }) => {
        const { by, timeZone, from, until, key, account, group, model, upstream } = options;
        const query = omitUndefined({
          by,
          time_zone: timeZone,
          from,
          until,
          key_id: key,
          account_id: account,
          group,
          model,
          upstream,
        });
        const sums = await sumUsage(operator, readInput(usageQuery, query));
        if (options.json) writeJson(sums);
        else writeSums(by.split(','), sums, timeZone);
      }),
    );

/** The columns that identify a row, by the values of `--by`. Days are dates, which the time zone decides. */
const createColumns = (timeZone: string | undefined) => ({
  time: ({ time }: UsageView) => time,
  day: ({ time }: UsageView) => time && formatDay(time, timeZone),
  hour: ({ time }: UsageView) => time,
  account: ({ account_id: id }: UsageView) => id,
  key: ({ key_id: id, key_name: name }: UsageView) => (name === null ? id : `${name} (${id})`),
  group: ({ group }: UsageView) => group,
  model: ({ model }: UsageView) => model,
  upstream: ({ upstream }: UsageView) => upstream,
  upstream_model: ({ upstream_model: model }: UsageView) => model,
});

/** Sums of upstreams also count their calls, one that another upstream answered in the end included. */
const attemptFigures = ['ATTEMPTS', 'FAILED ATTEMPTS'];

/** The charges, what the targets cost, and the difference come last. */
const figures = ['REQUESTS', 'FAILED', 'INPUT', 'OUTPUT', 'CHARGED', 'COST', 'MARGIN'];

function writeSums(
  by: readonly string[],
  sums: readonly UsageView[],
  timeZone: string | undefined,
): void {
  if (sums.length === 0) {
    say('There are no such requests yet.');
    return;
  }
  const names = Object.entries(createColumns(timeZone)).filter(([name]) => by.includes(name));
  const withAttempts = by.some((name) => name.startsWith('upstream'));
  const titles = [...figures, ...(withAttempts ? attemptFigures : [])];
  writeTable(
    [...names.map(([name]) => name.toUpperCase()), ...titles],
    sums.map((sum) => [
      ...names.map(([, read]) => read(sum) ?? '-'),
      String(sum.requests),
      String(sum.failures),
      String(sum.input_tokens),
      String(sum.output_tokens),
      `$${sum.amount}`,
      `$${sum.cost_amount}`,
      `$${sum.margin_amount}`,
      ...(withAttempts ? [String(sum.attempts), String(sum.failed_attempts)] : []),
    ]),
  );
}

/** Such as 2026-11-25: the date on which an instant falls. */
function formatDay(time: string, timeZone = 'UTC'): string {
  // Swedish dates have the format of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(time));
}
