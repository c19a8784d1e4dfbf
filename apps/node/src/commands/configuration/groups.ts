/** `parley groups`: the groups of models that keys are bound to. */
import { findNearestNames, groupSchema } from '@parley/core';
import {
  changeEntity,
  deleteEntity,
  entityInputs,
  listEntities,
  saveEntity,
  type ConfigurationOperator,
} from '@parley/admin';
import { createParentCommand, createJsonCommand, createStoreCommand } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { readInput, requireChanges } from '../input.ts';
import { say, writeJson, writeTable } from '../output.ts';
import { withReadingSession, withSession } from '../session.ts';
import { learnModels } from './discovery.ts';
import { createGroupCommand, nameHelp, readGroup } from './group-options.ts';

export const createGroupsCommand = () =>
  createParentCommand('groups', 'Manage the groups of models that keys are bound to')
    .addCommand(createList())
    .addCommand(createShow())
    .addCommand(createCreate())
    .addCommand(createChange())
    .addCommand(createDelete());

const createList = () =>
  createJsonCommand('list', {
    summary: 'List the groups that keys may be bound to',
    examples: ['parley groups list', 'parley groups list --json'],
  }).action((options) =>
    withReadingSession(options, async (session) => {
      const { operator } = session;
      await learnModels(session);
      const rows = await listRows(operator);
      if (options.json) {
        writeJson(rows);
        return;
      }
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
    }),
  );

async function listRows(operator: ConfigurationOperator) {
  const entities = await listEntities(operator, 'group');
  const { groups } = operator.configuration.snapshot();
  return [...groups.values()].map((group) => ({
    name: group.name,
    fingerprint: group.fingerprint ?? null,
    family: group.family,
    multiplier: group.multiplier,
    models: group.routes.size,
    managed: entities.find(({ name }) => name === group.name)?.managed ?? 'built in',
  }));
}

const createShow = () =>
  createJsonCommand('show', {
    summary: 'Show the declaration of a group, as JSON',
    examples: ['parley groups show default'],
  })
    .argument('<name>', nameHelp)
    .action((name, options) =>
      withReadingSession(options, async ({ operator }) => {
        const declared = await listEntities(operator, 'group');
        const found = declared.find((each) => each.name === name) ?? findBuiltIn(name, operator);
        if (found === undefined) throw describeUnknown(name, [...operator.groups()]);
        writeJson(found);
      }),
    );

/** A group that exists without a declaration; its fields are the defaults. */
function findBuiltIn(name: string, operator: ConfigurationOperator): unknown {
  if (!operator.groups().has(name)) return undefined;
  return { object: 'group', name, managed: 'built in', configuration: groupSchema.parse({}) };
}

function describeUnknown(name: string, names: readonly string[]): CommandError {
  const [nearest] = findNearestNames(name, names, 1);
  const advice =
    nearest === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  return new CommandError(`There is no group "${name}". ${advice}`, exitCodes.notFound);
}

const createCreate = () =>
  createGroupCommand('create', {
    summary: 'Create a group that keys may be bound to',
    examples: [
      'parley groups create team --models "gpt-*,claude-*" --fingerprint t1 --multiplier 1.2',
      'parley groups create code --tiers opus=gpt-5:high,sonnet=gpt-5,haiku=gpt-5-mini',
    ],
  }).action((name, options) =>
    withSession(options, async ({ operator }) => {
      const refuse = (): never => {
        throw new CommandError(`The group "${name}" already exists.`, exitCodes.conflict);
      };
      const declared = await listEntities(operator, 'group');
      if (declared.some((each) => each.name === name)) refuse();
      const group = readInput(entityInputs.group, readGroup(options));
      const condition = (etag: string | undefined) => etag === undefined || refuse();
      const saved = await saveEntity({ ...operator, condition }, { kind: 'group', name }, group);
      if (options.json) writeJson(saved);
      else say('The group is created.');
    }),
  );

const createChange = () =>
  createGroupCommand('change', {
    summary: 'Change a group of the store; options that are left out keep their values',
    examples: ['parley groups change team --multiplier 1', 'parley groups change code --tiers ""'],
  }).action((name, options) =>
    withSession(options, async ({ operator }) => {
      const saved = await changeEntity(operator, { kind: 'group', name }, (configuration) => {
        const changes = readGroup(options);
        requireChanges(changes);
        return readInput(entityInputs.group, { ...configuration, ...changes });
      });
      if (options.json) writeJson(saved);
      else say('The group is changed.');
    }),
  );

const createDelete = () =>
  createStoreCommand('delete', {
    summary: 'Delete a group of the store that no key is bound to',
    examples: ['parley groups delete team'],
  })
    .argument('<name>', nameHelp)
    .action((name, options) =>
      withSession(options, async ({ operator }) => {
        await deleteEntity(operator, 'group', name);
        say('The group is deleted.');
      }),
    );
