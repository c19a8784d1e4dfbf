/** `parley accounts`: the owners of keys and their balances. */
import {
  accountChanges,
  adjustment,
  changeAccount,
  createAccount,
  creditAccount,
  deleteAccount,
  listAccounts,
  newAccount,
  readAccount,
  topUp,
  type AccountView,
} from '@parley/admin';
import {
  createParentCommand,
  createJsonCommand,
  createStoreCommand,
  type CommandHelp,
} from '../command.ts';
import { omitUndefined, readChanges, readInput } from '../input.ts';
import { say, writeJson, writeTable } from '../output.ts';
import { readAll } from '../pages.ts';
import { parseList } from '../parsers.ts';
import { withReadingSession, withSession } from '../session.ts';

const idHelp = 'Id of the account';
const modelsHelp = 'Call names its keys may use; * stands for any text';
const prepaidHelp = 'The account may only spend what was topped up';

export const createAccountsCommand = () =>
  createParentCommand('accounts', 'Manage the owners of keys and their balances')
    .addCommand(createList())
    .addCommand(createCreate())
    .addCommand(createShow())
    .addCommand(createChange())
    .addCommand(
      createCredit('top-up', 'top-up', {
        summary: 'Add money to the balance of an account',
        examples: ['parley accounts top-up team-a 100 --note "Invoice 7" --reference invoice-7'],
      }),
    )
    .addCommand(
      createCredit('adjust', 'adjustment', {
        summary: 'Correct the balance of an account; a negative amount reduces it',
        examples: ['parley accounts adjust team-a 5 --note "Goodwill"'],
      }),
    )
    .addCommand(createDelete());

const createList = () =>
  createJsonCommand('list', {
    summary: 'List accounts and their balances',
    examples: ['parley accounts list', 'parley accounts list --json'],
  }).action((options) =>
    withReadingSession(options, async ({ operator }) => {
      const accounts = await readAll((page) => listAccounts(operator, page));
      if (options.json) writeJson(accounts);
      else writeAccounts(accounts);
    }),
  );

const createCreate = () =>
  createJsonCommand('create', {
    summary: 'Create an account',
    examples: ['parley accounts create --name "Team A" --id team-a --prepaid'],
  })
    .requiredOption('--name <text>', 'Name of the owner')
    .option('--id <id>', 'Id of the account (default: a random one)')
    .option('--models <a,b*>', modelsHelp, parseList)
    .option('--prepaid', prepaidHelp)
    .action(({ id, name, prepaid, models, ...options }) =>
      withSession(options, async ({ operator }) => {
        const input = omitUndefined({ id, name, prepaid, models });
        const account = await createAccount(operator, readInput(newAccount, input));
        if (options.json) writeJson(account);
        else process.stdout.write(`${account.id}\n`);
      }),
    );

const createShow = () =>
  createJsonCommand('show', {
    summary: 'Show an account and its balance',
    examples: ['parley accounts show default'],
  })
    .argument('<id>', idHelp)
    .action((id, options) =>
      withReadingSession(options, async ({ operator }) => {
        const account = await readAccount(operator, id);
        if (options.json) writeJson(account);
        else writeAccounts([account]);
      }),
    );

const createChange = () =>
  createJsonCommand('change', {
    summary: 'Change an account',
    examples: [
      'parley accounts change team-a --prepaid',
      'parley accounts change team-a --disabled',
    ],
  })
    .argument('<id>', idHelp)
    .option('--name <text>', 'Name of the owner')
    .option('--models <a,b*>', modelsHelp, parseList)
    .option('--prepaid', prepaidHelp)
    .option('--no-prepaid', 'The account may spend without limit; its spending is only counted')
    .option('--disabled', 'Refuse the requests of its keys')
    .option('--no-disabled', 'Accept the requests of its keys again')
    .action((id, { name, prepaid, disabled, models, ...options }) =>
      withSession(options, async ({ operator }) => {
        const input = omitUndefined({ name, prepaid, disabled, models });
        const account = await changeAccount(operator, id, readChanges(accountChanges, input));
        if (options.json) writeJson(account);
        else say('The account is changed.');
      }),
    );

const createCredit = (name: string, kind: 'top-up' | 'adjustment', help: CommandHelp) =>
  createJsonCommand(name, help)
    .argument('<id>', idHelp)
    .argument('<amount>', 'Dollars, such as 12.50')
    .option('--note <text>', 'Reason, as the ledger shows it')
    .option('--reference <id>', 'Your own id; using it again does not book the money twice')
    .action((id, amount, { note, reference, ...options }) =>
      withSession(options, async ({ operator }) => {
        const schema = kind === 'top-up' ? topUp : adjustment;
        const credit = readInput(schema, omitUndefined({ amount, note, id: reference }));
        const entry = await creditAccount(operator, id, { ...credit, kind });
        if (options.json) writeJson(entry);
        else writeAccounts([await readAccount(operator, id)]);
      }),
    );

const createDelete = () =>
  createStoreCommand('delete', {
    summary: 'Delete an account that owns no keys',
    examples: ['parley accounts delete team-a'],
  })
    .argument('<id>', idHelp)
    .action((id, options) =>
      withSession(options, async ({ operator }) => {
        await deleteAccount(operator, id);
        say('The account is deleted.');
      }),
    );

function writeAccounts(accounts: readonly AccountView[]): void {
  writeTable(
    ['ID', 'GRANTED', 'SPENT', 'RESERVED', 'FREE', 'KIND', 'NAME'],
    accounts.map(({ id, granted, spent, reserved, free, prepaid, disabled, name }) => [
      id,
      `$${granted}`,
      `$${spent}`,
      `$${reserved}`,
      // An account that is not prepaid has no balance to run out of.
      prepaid ? `$${free}` : '-',
      disabled ? 'disabled' : prepaid ? 'prepaid' : 'counted',
      name,
    ]),
  );
}
