/** `parley models`: the call names that a key or a group may use. */
import {
  explainName,
  listCallNames,
  resolutionQuery,
  type CallNameView,
  type ConfigurationOperator,
} from '@parley/admin';
import type * as z from 'zod';
import { createJsonCommand } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { readInput } from '../input.ts';
import { writeJson, writeTable } from '../output.ts';
import { withReadingSession } from '../session.ts';
import { learnModels } from './discovery.ts';

export const createModelsCommand = () =>
  createJsonCommand('models', {
    summary: 'List the call names that a key or a group may use, or explain one',
    examples: [
      'parley models',
      'parley models --group team',
      'parley models --key 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11 --why gpt-5',
    ],
  })
    .option('--key <id>', 'List for this key')
    .option('--group <name>', 'List for this group (default: the default group)')
    .option('--why <name>', 'Explain how this call name is resolved, or why it cannot be used')
    .action((options) =>
      withReadingSession(options, async (session) => {
        const { operator } = session;
        await learnModels(session);
        const holder = { key_id: options.key, group: options.group };
        if (options.why !== undefined) {
          await explain(operator, { ...holder, model: options.why }, options.json);
          return;
        }
        const names = await listCallNames(operator, holder);
        if (options.json) writeJson(names);
        else writeNames(names);
      }),
    );

function writeNames(names: readonly CallNameView[]): void {
  writeTable(
    ['CALL NAME', 'NAME', 'OWNED BY', 'CONTEXT', '$/M IN', '$/M OUT'],
    names.map(({ price, free, max_input_tokens: context, ...name }) => {
      const unpriced = free ? 'free' : '-';
      return [
        name.name,
        name.display_name,
        name.owned_by,
        context === null ? '-' : String(context),
        price?.input ?? unpriced,
        price?.output ?? unpriced,
      ];
    }),
  );
}

async function explain(
  operator: ConfigurationOperator,
  query: z.input<typeof resolutionQuery>,
  json = false,
): Promise<void> {
  const resolution = await explainName(operator, readInput(resolutionQuery, query));
  if (!resolution.found) process.exitCode = exitCodes.notFound;
  if (json) {
    writeJson(resolution);
    return;
  }
  const { steps, reason } = resolution;
  process.stdout.write(`${[...steps, ...(reason === null ? [] : [reason])].join('\n')}\n`);
}
