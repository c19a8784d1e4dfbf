import { sumUsage, usageQuery, type UsageView } from '@parley/core/administration';
import { defineParley } from '../definition.ts';
import { readInput, readTime, withoutGaps } from '../input.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { writeJson, writeTable } from '../output.ts';
import { withSession } from '../session.ts';

export const usage = defineParley({
  summary: 'Sum up requests, tokens and money',
  options: {
    ...commonOptions,
    ...jsonOption,
    by: {
      type: 'string',
      description: 'time, day, hour, account, key, group, model, upstream, upstream_model (model)',
      valueHint: 'a,b',
      default: 'model',
    },
    'time-zone': { type: 'string', description: 'Whose days and hours (UTC)', valueHint: 'name' },
    from: { type: 'string', description: 'The first moment, such as 2026-04-01' },
    until: { type: 'string', description: 'The moment before which it ends' },
    key: { type: 'string', description: 'Only this key', valueHint: 'id' },
    account: { type: 'string', description: 'Only this account', valueHint: 'id' },
    group: { type: 'string', description: 'Only this group' },
    model: { type: 'string', description: 'Only this call name' },
    upstream: { type: 'string', description: 'Only this upstream' },
  },
  examples: ['parley usage', 'parley usage --by key,model --from 2026-11-01 --json'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const query = withoutGaps({
        by: args.by,
        time_zone: args['time-zone'],
        from: readTime(args.from, 'from'),
        until: readTime(args.until, 'until'),
        key_id: args.key,
        account_id: args.account,
        group: args.group,
        model: args.model,
        upstream: args.upstream,
      });
      const sums = await sumUsage(operator, readInput(usageQuery, query));
      if (args.json) writeJson(sums);
      else writeSums(args.by.split(','), sums);
    }),
});

const columns = {
  time: ({ time }: UsageView) => time,
  day: ({ time }: UsageView) => time,
  hour: ({ time }: UsageView) => time,
  account: ({ account_id: id }: UsageView) => id,
  key: ({ key_id: id, key_name: name }: UsageView) => (name === null ? id : `${name} (${id})`),
  group: ({ group }: UsageView) => group,
  model: ({ model }: UsageView) => model,
  upstream: ({ upstream }: UsageView) => upstream,
  upstream_model: ({ upstream_model: model }: UsageView) => model,
};

function writeSums(by: readonly string[], sums: readonly UsageView[]): void {
  const names = Object.entries(columns).filter(([name]) => by.includes(name));
  writeTable(
    [...names.map(([name]) => name.toUpperCase()), 'REQUESTS', 'FAILED', 'INPUT', 'OUTPUT', 'COST'],
    sums.map((sum) => [
      ...names.map(([, read]) => read(sum) ?? '-'),
      String(sum.requests),
      String(sum.failures),
      String(sum.input_tokens),
      String(sum.output_tokens),
      `$${sum.amount}`,
    ]),
  );
}
