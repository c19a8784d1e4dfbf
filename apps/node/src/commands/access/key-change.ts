import { changeKey, keyChanges } from '@parley/core/administration';
import { defineParley } from '../definition.ts';
import { UsageError } from '../failure.ts';
import { readChanges, readExpiry, withoutGaps } from '../input.ts';
import { keyOptions, readLimits, readRules } from './key-options.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, writeJson } from '../output.ts';
import { withSession } from '../session.ts';

export const changeKeyCommand = defineParley({
  summary: 'Change a key; limits that are given replace all its limits, an empty list lifts a rule',
  options: {
    id: { type: 'positional', description: 'The id that `parley keys list` shows', required: true },
    ...commonOptions,
    ...jsonOption,
    name: { type: 'string', description: 'What the key is for' },
    ...keyOptions,
    unlimited: { type: 'boolean', description: 'Take all limits away' },
  },
  examples: [
    'parley keys change 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11 --quota 100 --reset month',
    'parley keys change 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11 --unlimited --allow-from ""',
  ],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const limits = readLimits(args);
      if (args.unlimited && limits !== undefined) {
        throw new UsageError('Say either --unlimited or limits.');
      }
      const changes = withoutGaps({
        name: args.name,
        ...takeAwayEmpty(readRules(args)),
        limits: args.unlimited ? {} : limits,
        expires_at: readExpiry(args.expires),
      });
      const key = await changeKey(operator, args.id, readChanges(keyChanges, changes));
      if (args.json) writeJson(key);
      else say('The key is changed.');
    }),
});

/** An empty list is how a rule is taken away. */
function takeAwayEmpty(rules: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );
}
