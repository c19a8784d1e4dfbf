import { groupSchema } from '@parley/core';
import { listEntities, type ConfigurationOperator } from '@parley/core/administration';
import { defineParley } from '../definition.ts';
import { learnModels } from './discovery.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { writeJson, writeTable } from '../output.ts';
import { withSession } from '../session.ts';
import { suggest } from '../suggestion.ts';

const options = { ...commonOptions, ...jsonOption } as const;

export const listGroupsCommand = defineParley({
  summary: 'List the groups that keys may be bound to',
  options,
  examples: ['parley groups list', 'parley groups list --json'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await learnModels(operator);
      const entities = await listEntities(operator, 'group');
      const { groups } = operator.configuration.snapshot();
      const rows = [...groups.values()].map((group) => ({
        name: group.name,
        fingerprint: group.fingerprint ?? null,
        family: group.family,
        multiplier: group.multiplier,
        models: group.routes.size,
        managed: entities.find(({ name }) => name === group.name)?.managed ?? 'built in',
      }));
      if (args.json) writeJson(rows);
      else {
        writeTable(
          ['GROUP', 'FINGERPRINT', 'FAMILY', 'MULTIPLIER', 'MODELS', 'DECLARED IN'],
          rows.map((row) => [
            row.name,
            row.fingerprint ?? '-',
            row.family,
            String(row.multiplier / 1_000_000),
            String(row.models),
            row.managed,
          ]),
        );
      }
    }),
});

export const showGroupCommand = defineParley({
  summary: 'Show how a group is declared, as JSON',
  options: {
    name: { type: 'positional', description: 'The name of the group', required: true },
    ...options,
  },
  examples: ['parley groups show default'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const declared = await listEntities(operator, 'group');
      const found =
        declared.find(({ name }) => name === args.name) ?? findBuiltIn(args.name, operator);
      if (found !== undefined) writeJson(found);
      else {
        const names = [...operator.groups()];
        const advice = suggest(args.name, names) || ` There are: ${names.join(', ')}.`;
        throw new CommandError(`There is no group "${args.name}".${advice}`, exitCodes.notFound);
      }
    }),
});

/** A group that exists without a declaration has what a declaration leaves out. */
function findBuiltIn(name: string, operator: ConfigurationOperator): unknown {
  if (!operator.groups().has(name)) return undefined;
  return { object: 'group', name, managed: 'built in', configuration: groupSchema.parse({}) };
}
