import { deleteEntity, entityInputs, listEntities, readEntity, saveEntity } from '@parley/admin';
import { defineParley } from './definition.ts';
import { CommandError, exitCodes, UsageError } from './failure.ts';
import { readInput, readList, withoutGaps } from './input.ts';
import { commonOptions, jsonOption } from './options.ts';
import { say, writeJson } from './output.ts';
import { withSession } from './session.ts';

const nameOption = {
  name: { type: 'positional', description: 'The name of the group', required: true },
} as const;

const groupOptions = {
  ...nameOption,
  ...commonOptions,
  ...jsonOption,
  models: { type: 'string', description: 'Call names its keys may use (*)', valueHint: 'a,b*' },
  fingerprint: { type: 'string', description: 'A prefix by which callers may name the group' },
  family: { type: 'string', description: 'chat-completions or messages (messages)' },
  'count-tokens': { type: 'string', description: 'native, estimate or off' },
  multiplier: { type: 'string', description: 'What its prices are multiplied by (1)' },
  'holders-may-rotate': {
    type: 'string',
    description: 'Whether holders may give their keys another secret: yes or no (no)',
  },
  tiers: {
    type: 'string',
    description: 'Where the levels that assistants name lead, with an effort if you like',
    valueHint: 'opus=a:high,haiku=b',
  },
} as const;

export const createGroupCommand = defineParley({
  summary: 'Declare a group that keys may be bound to',
  options: groupOptions,
  examples: [
    'parley groups create team --models "gpt-*,claude-*" --fingerprint t1 --multiplier 1.2',
    'parley groups create code --tiers opus=gpt-5:high,sonnet=gpt-5,haiku=gpt-5-mini',
  ],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const declared = await listEntities(operator, 'group');
      if (declared.some(({ name }) => name === args.name)) {
        throw new CommandError(`There is a group "${args.name}".`, exitCodes.conflict);
      }
      const group = readInput(entityInputs.group, readGroup(args));
      const saved = await saveEntity(operator, { kind: 'group', name: args.name }, group);
      if (args.json) writeJson(saved);
      else say('The group is declared.');
    }),
});

export const changeGroupCommand = defineParley({
  summary: 'Change a group of the store; what is not said stays',
  options: groupOptions,
  examples: ['parley groups change team --multiplier 1', 'parley groups change code --tiers ""'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const { configuration } = await readEntity(operator, 'group', args.name);
      const changes = readGroup(args);
      if (Object.keys(changes).length === 0) throw new UsageError('Say what to change.');
      const group = readInput(entityInputs.group, { ...configuration, ...changes });
      const saved = await saveEntity(operator, { kind: 'group', name: args.name }, group);
      if (args.json) writeJson(saved);
      else say('The group is changed.');
    }),
});

export const deleteGroupCommand = defineParley({
  summary: 'Delete a group of the store that no key is bound to any more',
  options: { ...nameOption, ...commonOptions },
  examples: ['parley groups delete team'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await deleteEntity(operator, 'group', args.name);
      say('The group is deleted.');
    }),
});

interface GroupArguments {
  readonly models?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly family?: string | undefined;
  readonly 'count-tokens'?: string | undefined;
  readonly multiplier?: string | undefined;
  readonly 'holders-may-rotate'?: string | undefined;
  readonly tiers?: string | undefined;
}

function readGroup(args: GroupArguments): Record<string, unknown> {
  return withoutGaps({
    models: readList(args.models),
    fingerprint: args.fingerprint,
    family: args.family,
    count_tokens: args['count-tokens'],
    multiplier: args.multiplier === undefined ? undefined : Number(args.multiplier),
    holders_may_rotate: readChoice(args['holders-may-rotate']),
    tiers: readList(args.tiers)?.map(readTier),
  });
}

/** @throws UsageError */
function readChoice(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new UsageError(`--holders-may-rotate: "${text}" is none; write yes or no.`);
}

/** `opus=gpt-5:high`; a call name may hold colons, an effort holds none. @throws UsageError */
function readTier(text: string): Record<string, unknown> {
  const [, tier, to, effort] =
    /^([a-z]+)=(.+?)(?::(none|minimal|low|medium|high|xhigh|max))?$/.exec(text) ?? [];
  if (tier === undefined) {
    throw new UsageError(`--tiers: "${text}" is none; write opus=gpt-5 or opus=gpt-5:high.`);
  }
  return withoutGaps({ match: 'tier', tier, to, effort });
}
