import { adjustment, creditAccount, readAccount, topUp } from '@parley/core/administration';
import { writeAccounts } from './account-table.ts';
import { defineParley } from '../definition.ts';
import { readInput, withoutGaps } from '../input.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { writeJson } from '../output.ts';
import { withSession } from '../session.ts';

const creditOptions = {
  id: { type: 'positional', description: 'The id of the account', required: true },
  amount: { type: 'positional', description: 'Dollars, such as 12.50', required: true },
  ...commonOptions,
  ...jsonOption,
  note: { type: 'string', description: 'What it is for' },
  reference: { type: 'string', description: 'Given again, the same one changes nothing' },
} as const;

export const topUpCommand = defineParley({
  summary: 'Give an account money',
  options: creditOptions,
  examples: ['parley accounts top-up team-a 100 --note "Invoice 7" --reference invoice-7'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const { amount, note, reference } = args;
      const credit = readInput(topUp, withoutGaps({ amount, note, id: reference }));
      const entry = await creditAccount(operator, args.id, { ...credit, kind: 'top-up' });
      if (args.json) writeJson(entry);
      else writeAccounts([await readAccount(operator, args.id)]);
    }),
});

export const adjustCommand = defineParley({
  summary: 'Correct what an account was given; a negative amount takes away',
  options: creditOptions,
  examples: ['parley accounts adjust team-a 5 --note "Goodwill"'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const { amount, note, reference } = args;
      const credit = readInput(adjustment, withoutGaps({ amount, note, id: reference }));
      const entry = await creditAccount(operator, args.id, { ...credit, kind: 'adjustment' });
      if (args.json) writeJson(entry);
      else writeAccounts([await readAccount(operator, args.id)]);
    }),
});
