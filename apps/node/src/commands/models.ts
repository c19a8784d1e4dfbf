import {
  explainName,
  listCallNames,
  resolutionQuery,
  type ConfigurationOperator,
} from '@parley/core/administration';
import { defineParley } from './definition.ts';
import { learnModels } from './discovery.ts';
import { exitCodes, UsageError } from './failure.ts';
import { readInput } from './input.ts';
import { commonOptions, jsonOption } from './options.ts';
import { writeJson, writeTable } from './output.ts';
import { withSession } from './session.ts';

export const models = defineParley({
  summary: 'List what a key or the default group may call, or tell why it may not',
  options: {
    ...commonOptions,
    ...jsonOption,
    key: { type: 'string', description: 'The key; the default group if absent', valueHint: 'id' },
    why: {
      type: 'string',
      description: 'A name: tell what it leads to, and why',
      valueHint: 'name',
    },
  },
  examples: [
    'parley models',
    'parley models --key 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11 --why gpt-5',
  ],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await learnModels(operator);
      if (args.why !== undefined) {
        await explain(operator, { key_id: args.key, model: args.why }, args.json);
        return;
      }
      const names = await listCallNames(operator, args.key);
      if (args.json) writeJson(names);
      else {
        writeTable(
          ['CALL NAME', 'NAME', 'OWNED BY', 'CONTEXT'],
          names.map(({ id, display_name: name, owned_by: owner, max_input_tokens: context }) => [
            id,
            name,
            owner,
            context === null ? '-' : String(context),
          ]),
        );
      }
    }),
});

async function explain(
  operator: ConfigurationOperator,
  query: { readonly key_id: string | undefined; readonly model: string },
  json = false,
): Promise<void> {
  const { key_id: keyId, model } = query;
  if (keyId === undefined) throw new UsageError('Say whose name it is, with --key.');
  const resolution = await explainName(
    operator,
    readInput(resolutionQuery, { key_id: keyId, model }),
  );
  if (!resolution.found) process.exitCode = exitCodes.notFound;
  if (json) writeJson(resolution);
  else process.stdout.write(`${resolution.steps.join('\n')}\n`);
}
