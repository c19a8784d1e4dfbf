/** `parley groups`: the groups of models that keys are bound to. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { findNearestNames, groupSchema } from '@parley/core';
import {
  deleteEntity,
  entityInputs,
  listEntities,
  readEntity,
  saveEntity,
  type ConfigurationOperator,
} from '@parley/admin';
import {
  createGroup,
  createJsonCommand,
  createStoreCommand,
  type CommandHelp,
} from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../failure.ts';
import { omitUndefined, readInput } from '../input.ts';
import { say, writeJson, writeTable } from '../output.ts';
import { parseList } from '../parsers.ts';
import { withSession } from '../session.ts';
import { learnModels } from './discovery.ts';

const nameHelp = 'Name of the group';

export const createGroupsCommand = () =>
  createGroup('groups', 'Manage the groups of models that keys are bound to')
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
    withSession(options, async (session) => {
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
      withSession(options, async ({ operator }) => {
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
  createDeclaration('create', {
    summary: 'Create a group that keys may be bound to',
    examples: [
      'parley groups create team --models "gpt-*,claude-*" --fingerprint t1 --multiplier 1.2',
      'parley groups create code --tiers opus=gpt-5:high,sonnet=gpt-5,haiku=gpt-5-mini',
    ],
  }).action((name, options) =>
    withSession(options, async ({ operator }) => {
      const declared = await listEntities(operator, 'group');
      if (declared.some((each) => each.name === name)) {
        throw new CommandError(`The group "${name}" already exists.`, exitCodes.conflict);
      }
      const group = readInput(entityInputs.group, readGroup(options));
      const saved = await saveEntity(operator, { kind: 'group', name }, group);
      if (options.json) writeJson(saved);
      else say('The group is created.');
    }),
  );

const createChange = () =>
  createDeclaration('change', {
    summary: 'Change a group of the store; options that are left out keep their values',
    examples: ['parley groups change team --multiplier 1', 'parley groups change code --tiers ""'],
  }).action((name, options) =>
    withSession(options, async ({ operator }) => {
      const { configuration } = await readEntity(operator, 'group', name);
      const changes = readGroup(options);
      if (Object.keys(changes).length === 0) {
        throw new UsageError('There is nothing to change; use at least one option.');
      }
      const group = readInput(entityInputs.group, { ...configuration, ...changes });
      const saved = await saveEntity(operator, { kind: 'group', name }, group);
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

/** A command with an option for every field of a group. */
function createDeclaration(name: string, help: CommandHelp) {
  const countTokens = new Option('--count-tokens <mode>', 'How tokens are counted for its keys');
  const departed = new Option(
    '--departed <price>',
    'What clients pay that disconnect before a response',
  );
  const mayRotate = new Option('--holders-may-rotate <answer>', 'Holders may rotate their keys');
  return createJsonCommand(name, help)
    .argument('<name>', nameHelp)
    .option('--models <a,b*>', 'Call names its keys may use; * stands for any text', parseList)
    .option('--fingerprint <prefix>', 'Prefix by which callers can name the group')
    .addOption(
      new Option('--family <family>', 'Format whose extra endpoints its keys may use').choices([
        'chat-completions',
        'messages',
      ]),
    )
    .addOption(countTokens.choices(['native', 'estimate', 'off']))
    .option('--multiplier <factor>', 'Factor for its prices', Number)
    .addOption(mayRotate.choices(['yes', 'no']))
    .addOption(departed.choices(['prompt', 'free']))
    .option(
      '--tiers <opus=a:high,haiku=b>',
      'Call name, and optionally reasoning effort, for each model level of coding assistants',
      parseTiers,
    );
}

interface GroupOptions {
  readonly models?: readonly string[] | undefined;
  readonly fingerprint?: string | undefined;
  readonly family?: string | undefined;
  readonly countTokens?: string | undefined;
  readonly multiplier?: number | undefined;
  readonly holdersMayRotate?: 'yes' | 'no' | undefined;
  readonly departed?: 'prompt' | 'free' | undefined;
  readonly tiers?: readonly object[] | undefined;
}

function readGroup(options: GroupOptions): Record<string, unknown> {
  const {
    models,
    fingerprint,
    family,
    countTokens,
    multiplier,
    holdersMayRotate,
    departed,
    tiers,
  } = options;
  return omitUndefined({
    models,
    fingerprint,
    family,
    count_tokens: countTokens,
    multiplier,
    departed,
    holders_may_rotate: holdersMayRotate === undefined ? undefined : holdersMayRotate === 'yes',
    tiers,
  });
}

function parseTiers(text: string): readonly object[] {
  return parseList(text).map(parseTier);
}

/** `opus=gpt-5:high`; a call name may contain colons, an effort does not. @throws InvalidArgumentError */
function parseTier(text: string): object {
  const [, tier, to, effort] =
    /^([a-z]+)=(.+?)(?::(none|minimal|low|medium|high|xhigh|max))?$/.exec(text) ?? [];
  if (tier === undefined) throw new InvalidArgumentError('Use opus=gpt-5 or opus=gpt-5:high.');
  return omitUndefined({ match: 'tier', tier, to, effort });
}
