/** `parley keys`: API keys, their limits and their secrets. */
import {
  changeKey,
  createKey,
  deleteKey,
  keyChanges,
  listKeys,
  newKey,
  readKey,
  rotateKey,
  rotation,
  type CreatedKeyView,
  type KeyView,
} from '@parley/admin';
import { chooseGroup } from '@parley/host';
import { commandLine } from '../../command-line.ts';
import {
  createParentCommand,
  createJsonCommand,
  createStoreCommand,
  type CommandHelp,
} from '../command.ts';
import { UsageError } from '../failure.ts';
import { omitUndefined, readChanges, readInput } from '../input.ts';
import { say, shortTime, writeJson, writeTable } from '../output.ts';
import { readAll } from '../pages.ts';
import { parseCount } from '../parsers.ts';
import { withReadingSession, withSession } from '../session.ts';
import { createKeyCommand, readExpiry, readLimits, readRules } from './key-options.ts';

/** The id of a key in examples. */
const id = '4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11';
const idHelp = 'Id of the key, as `parley keys list` shows it';

export const createKeysCommand = () =>
  createParentCommand('keys', 'Manage the keys of clients and their limits')
    .addCommand(createList())
    .addCommand(createCreate())
    .addCommand(createShow())
    .addCommand(createChange())
    .addCommand(createRotate())
    .addCommand(
      createSwitch('disable', true, {
        summary: 'Disable a key: its requests are refused from now on',
        examples: [`parley keys disable ${id}`],
      }),
    )
    .addCommand(
      createSwitch('enable', false, {
        summary: 'Enable a disabled key',
        examples: [`parley keys enable ${id}`],
      }),
    )
    .addCommand(createDelete());

const createCreate = () =>
  createKeyCommand('create', {
    summary: 'Create a key; its secret is shown only once',
    examples: [
      'parley keys create --name laptop --expires 30',
      'parley keys create --name team --quota 50 --reset month --rpm 60 --json',
    ],
  })
    .option('--name <text>', 'Name of the key', 'key')
    .option('--account <id>', 'Account that owns the key and pays for it', 'default')
    .action((options) =>
      withSession(options, async ({ operator, loaded }) => {
        const input = omitUndefined({
          name: options.name,
          account_id: options.account,
          groups: [chooseGroup(loaded.configuration)],
          ...readRules(options),
          limits: readLimits(options),
          expires_at: readExpiry(options.expires) ?? undefined,
        });
        const key = await createKey(operator, readInput(newKey, input));
        writeSecret(key, options.json, ` The id of the key is ${key.id}.`);
      }),
    );

const createList = () =>
  createJsonCommand('list', {
    summary: 'List keys and what they have spent',
    examples: ['parley keys list', 'parley keys list --account team --json'],
  })
    .option('--account <id>', 'Only keys of this account')
    .action((options) =>
      withReadingSession(options, async ({ operator }) => {
        const filter = options.account === undefined ? {} : { account_id: options.account };
        const keys = await readAll((page) => listKeys(operator, { ...filter, ...page }));
        if (options.json) writeJson(keys);
        else writeKeys(keys);
      }),
    );

const createShow = () =>
  createJsonCommand('show', {
    summary: 'Show a key with its limits and its usage, as JSON',
    examples: [`parley keys show ${id}`],
  })
    .argument('<id>', idHelp)
    .action((keyId, options) =>
      withReadingSession(options, async ({ operator }) => {
        writeJson(await readKey(operator, keyId));
      }),
    );

const createChange = () =>
  createKeyCommand('change', {
    summary:
      'Change a key; new limits replace all its limits, and an empty list removes a restriction',
    examples: [
      `parley keys change ${id} --quota 100 --reset month`,
      `parley keys change ${id} --unlimited --allow-from ""`,
    ],
  })
    .argument('<id>', idHelp)
    .option('--name <text>', 'Name of the key')
    .option('--unlimited', 'Remove all limits')
    .action((keyId, options) =>
      withSession(options, async ({ operator }) => {
        const limits = readLimits(options);
        if (options.unlimited && limits !== undefined) {
          throw new UsageError('--unlimited cannot be combined with limits.');
        }
        const changes = omitUndefined({
          name: options.name,
          ...clearEmpty(readRules(options)),
          limits: options.unlimited ? {} : limits,
          expires_at: readExpiry(options.expires),
        });
        const key = await changeKey(operator, keyId, readChanges(keyChanges, changes));
        if (options.json) writeJson(key);
        else say('The key is changed.');
      }),
    );

/** The admin API removes a restriction that is null. */
function clearEmpty(rules: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );
}

const createRotate = () =>
  createJsonCommand('rotate', {
    summary: 'Replace the secret of a key; the new one is shown only once',
    examples: [`parley keys rotate ${id} --overlap 86400`],
  })
    .argument('<id>', idHelp)
    .option('--overlap <seconds>', 'Seconds for which the old secret stays valid', parseCount, 0)
    .action((keyId, options) =>
      withSession(options, async ({ operator }) => {
        const input = readInput(rotation, { overlap_seconds: options.overlap });
        writeSecret(await rotateKey(operator, keyId, input), options.json);
      }),
    );

const createSwitch = (name: string, disabled: boolean, help: CommandHelp) =>
  createStoreCommand(name, help)
    .argument('<id>', idHelp)
    .action((keyId, options) =>
      withSession(options, async ({ operator }) => {
        await changeKey(operator, keyId, { disabled });
        say(`The key is ${name}d.`);
      }),
    );

const createDelete = () =>
  createStoreCommand('delete', {
    summary: 'Delete a key; its requests stay in the ledger',
    examples: [`parley keys delete ${id}`],
  })
    .argument('<id>', idHelp)
    .action((keyId, options) =>
      withSession(options, async ({ operator }) => {
        await deleteKey(operator, keyId);
        say('The key is deleted.');
      }),
    );

/** Writes a new secret alone to standard output, so that it can be piped. */
function writeSecret({ secret, ...key }: CreatedKeyView, json = false, hint = ''): void {
  if (json) {
    writeJson({ ...key, secret });
    return;
  }
  process.stdout.write(`${secret}\n`);
  say(`The secret is shown only this once.${hint}`);
}

function writeKeys(keys: readonly KeyView[]): void {
  if (keys.length === 0) {
    say(`There are no keys yet. Create one: ${commandLine('keys create')}`);
    return;
  }
  writeTable(
    ['ID', 'KEY', 'GROUPS', 'ACCOUNT', 'SPENT', 'CREATED', 'EXPIRES', 'STATUS', 'NAME'],
    keys.map((key) => [
      key.id,
      key.display,
      key.groups.join(','),
      key.account_id,
      `$${key.usage.spent}`,
      shortTime(key.created_at),
      shortTime(key.expires_at),
      key.status,
      key.name,
    ]),
  );
}
