import { createKey, listKeys, newKey, readKey, type KeyView } from '@parley/core/administration';
import { chooseGroup } from '@parley/host';
import { defineParley } from '../definition.ts';
import { readExpiry, readInput, withoutGaps } from '../input.ts';
import { keyOptions, readLimits, readRules } from './key-options.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, shortTime, writeJson, writeTable } from '../output.ts';
import { withSession } from '../session.ts';

const idOption = {
  id: { type: 'positional', description: 'The id that `parley keys list` shows', required: true },
} as const;

export const createKeyCommand = defineParley({
  summary: 'Create a key; its secret is shown only now',
  options: {
    ...commonOptions,
    ...jsonOption,
    name: { type: 'string', description: 'What the key is for', default: 'key' },
    account: { type: 'string', description: 'The account that owns it', default: 'default' },
    ...keyOptions,
  },
  examples: [
    'parley keys create --name laptop --expires 30',
    'parley keys create --name team --quota 50 --reset month --rpm 60 --json',
  ],
  run: (args) =>
    withSession(args, async ({ operator, loaded }) => {
      const input = withoutGaps({
        name: args.name,
        account_id: args.account,
        groups: [chooseGroup(loaded.configuration)],
        ...readRules(args),
        limits: readLimits(args),
        expires_at: readExpiry(args.expires) ?? undefined,
      });
      const { secret, ...key } = await createKey(operator, readInput(newKey, input));
      if (args.json) {
        writeJson({ ...key, secret });
        return;
      }
      process.stdout.write(`${secret}\n`);
      say(`This is the only time it is shown. Its id is ${key.id}.`);
    }),
});

/** How many keys are asked for at once. */
const pageSize = 500;

export const listKeysCommand = defineParley({
  summary: 'List keys with what they have spent',
  options: {
    ...commonOptions,
    ...jsonOption,
    account: { type: 'string', description: 'Only those of this account' },
  },
  examples: ['parley keys list', 'parley keys list --account team --json'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const keys: KeyView[] = [];
      let after: string | undefined;
      do {
        const page = await listKeys(operator, {
          limit: pageSize,
          ...(after !== undefined && { after }),
          ...(args.account !== undefined && { account_id: args.account }),
        });
        keys.push(...page.data);
        after = page.next ?? undefined;
      } while (after !== undefined);
      if (args.json) writeJson(keys);
      else writeKeys(keys);
    }),
});

export const showKeyCommand = defineParley({
  summary: 'Show a key with its limits and what it has used',
  options: { ...idOption, ...commonOptions, ...jsonOption },
  examples: ['parley keys show 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      writeJson(await readKey(operator, args.id));
    }),
});

function writeKeys(keys: readonly KeyView[]): void {
  if (keys.length === 0) {
    say('There are no keys yet. Create one: parley keys create');
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
