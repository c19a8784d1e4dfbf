import {
  explainName,
  listCallNames,
  resolutionQuery,
  type CallNameView,
  type ConfigurationOperator,
  type ResolutionView,
} from '@parley/core/administration';
import type * as z from 'zod';
import { defineParley } from '../definition.ts';
import { learnModels } from './discovery.ts';
import { exitCodes } from '../failure.ts';
import { readInput } from '../input.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { writeJson, writeTable } from '../output.ts';
import { withSession } from '../session.ts';

export const models = defineParley({
  summary: 'List what a key or a group may call, or tell why it may not',
  options: {
    ...commonOptions,
    ...jsonOption,
    key: { type: 'string', description: 'The key', valueHint: 'id' },
    group: {
      type: 'string',
      description: 'A group in place of a key; the default group if both are absent',
      valueHint: 'name',
    },
    why: {
      type: 'string',
      description: 'A name: tell what it leads to, and why',
      valueHint: 'name',
    },
  },
  examples: [
    'parley models',
    'parley models --group team',
    'parley models --key 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11 --why gpt-5',
  ],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await learnModels(operator);
      if (args.why !== undefined) {
        await explain(
          operator,
          { key_id: args.key, group: args.group, model: args.why },
          args.json,
        );
        return;
      }
      const names = await listCallNames(operator, { key_id: args.key, group: args.group });
      if (args.json) writeJson(names);
      else
        writeTable(
          ['CALL NAME', 'NAME', 'OWNED BY', 'CONTEXT', '$/M IN', '$/M OUT'],
          names.map(toRow),
        );
    }),
});

function toRow(name: CallNameView): readonly string[] {
  const { price, free, max_input_tokens: context } = name;
  const unpriced = free ? 'free' : '-';
  return [
    name.name,
    name.display_name,
    name.owned_by,
    context === null ? '-' : String(context),
    price?.input ?? unpriced,
    price?.output ?? unpriced,
  ];
}

async function explain(
  operator: ConfigurationOperator,
  query: z.input<typeof resolutionQuery>,
  json = false,
): Promise<void> {
  const resolution = await explainName(operator, readInput(resolutionQuery, query));
  if (!resolution.found) process.exitCode = exitCodes.notFound;
  if (json) writeJson(resolution);
  else process.stdout.write(`${[...resolution.steps, ...reasonOf(resolution)].join('\n')}\n`);
}

function reasonOf({ reason }: ResolutionView): readonly string[] {
  return reason === null ? [] : [reason];
}
