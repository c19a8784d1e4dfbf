import {
  accountChanges,
  changeAccount,
  createAccount,
  deleteAccount,
  listAccounts,
  newAccount,
  readAccount,
  type AccountView,
} from '@parley/core/administration';
import { writeAccounts } from './account-table.ts';
import { defineParley } from '../definition.ts';
import { readChanges, readInput, readList, withoutGaps } from '../input.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, writeJson } from '../output.ts';
import { withSession } from '../session.ts';

const options = { ...commonOptions, ...jsonOption } as const;
const idOption = {
  id: { type: 'positional', description: 'The id of the account', required: true },
} as const;

const pageSize = 500;

export const listAccountsCommand = defineParley({
  summary: 'List accounts with their money',
  options,
  examples: ['parley accounts list', 'parley accounts list --json'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const accounts: AccountView[] = [];
      for (let after: string | undefined; ; after = accounts.at(-1)?.id) {
        const page = await listAccounts(operator, { limit: pageSize, ...(after && { after }) });
        accounts.push(...page);
        if (page.length < pageSize) break;
      }
      if (args.json) writeJson(accounts);
      else writeAccounts(accounts);
    }),
});

export const createAccountCommand = defineParley({
  summary: 'Create an account',
  options: {
    ...options,
    name: { type: 'string', description: 'Whose it is', required: true },
    id: { type: 'string', description: 'An id of your own' },
    models: { type: 'string', description: 'Call names it may use; * for any', valueHint: 'a,b*' },
    prepaid: { type: 'boolean', description: 'It may only spend what was topped up' },
  },
  examples: ['parley accounts create --name "Team A" --id team-a --prepaid'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const { id, name, prepaid, models } = args;
      const input = withoutGaps({ id, name, prepaid, models: readList(models) });
      const account = await createAccount(operator, readInput(newAccount, input));
      if (args.json) writeJson(account);
      else process.stdout.write(`${account.id}\n`);
    }),
});

export const showAccountCommand = defineParley({
  summary: 'Show an account with its money',
  options: { ...idOption, ...options },
  examples: ['parley accounts show default'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const account = await readAccount(operator, args.id);
      if (args.json) writeJson(account);
      else writeAccounts([account]);
    }),
});

export const changeAccountCommand = defineParley({
  summary: 'Change an account',
  options: {
    ...idOption,
    ...options,
    name: { type: 'string', description: 'Whose it is' },
    models: { type: 'string', description: 'Call names it may use; * for any', valueHint: 'a,b*' },
    prepaid: {
      type: 'boolean',
      description: 'It may only spend what was topped up',
      negativeDescription: 'Its spending is only counted',
    },
    disabled: {
      type: 'boolean',
      description: 'Refuse its keys',
      negativeDescription: 'Take its keys again',
    },
  },
  examples: ['parley accounts change team-a --prepaid', 'parley accounts change team-a --disabled'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const { name, prepaid, disabled, models } = args;
      const input = withoutGaps({ name, prepaid, disabled, models: readList(models) });
      const changes = readChanges(accountChanges, input);
      const account = await changeAccount(operator, args.id, changes);
      if (args.json) writeJson(account);
      else say('The account is changed.');
    }),
});

export const deleteAccountCommand = defineParley({
  summary: 'Delete an account that owns no keys any more',
  options: { ...idOption, ...commonOptions },
  examples: ['parley accounts delete team-a'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await deleteAccount(operator, args.id);
      say('The account is deleted.');
    }),
});
