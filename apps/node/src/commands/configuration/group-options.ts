/** The options of `parley groups create` and `parley groups change`: one for every field of a group. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { createJsonCommand, type CommandHelp } from '../command.ts';
import { omitUndefined } from '../input.ts';
import { parseList } from '../parsers.ts';

export const nameHelp = 'Name of the group';

/** A command with an option for every field of a group. */
export function createGroupCommand(name: string, help: CommandHelp) {
  const countTokens = new Option('--count-tokens <mode>', 'How tokens are counted for its keys');
  const departed = new Option(
    '--departed <price>',
    'What clients pay that disconnect before a response',
  );
  const mayRotate = new Option('--holders-may-rotate <answer>', 'Holders may rotate their keys');
  return createJsonCommand(name, help)
    .argument('<name>', nameHelp)
    .option('--models <a,b*>', 'Call names its keys may use; * stands for any text', parseList)
    .option('--fingerprint <prefix>', 'Prefix by which clients can name the group')
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

/** The fields of a group that the options set, as in the configuration. */
export function readGroup(options: GroupOptions): Record<string, unknown> {
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
