import { stripVTControlCharacters } from 'node:util';
import { defineCommand, renderUsage, runCommand } from 'citty';
import { version } from '../version.ts';
import { checkConfig, configCommand } from './config.ts';
import { CommandError, runSafely } from './failure.ts';
import { createKey, disableKey, keysCommand, listKeys } from './keys.ts';
import { startCommand, startOptions } from './start.ts';
import { refuseUnknown, suggest } from './strict.ts';

const commands = { start: startCommand, keys: keysCommand, config: configCommand };

const main = defineCommand({
  meta: {
    name: 'parley',
    version,
    description: 'One endpoint for every chat model, in every protocol its clients speak.',
  },
  // The default command's options, so that they can stand without its name.
  args: startOptions,
  default: 'start',
  subCommands: commands,
});

interface Help {
  readonly usage: () => Promise<string>;
  readonly examples: readonly string[];
}

/** Help by the words of a command. */
const helps: ReadonlyMap<string, Help> = new Map([
  [
    '',
    {
      usage: () => renderUsage(main),
      examples: ['parley', 'parley --port 9000', 'parley keys create --name laptop'],
    },
  ],
  [
    'start',
    {
      usage: () => renderUsage(startCommand),
      examples: ['parley start --port 9000', 'parley start --log-level debug'],
    },
  ],
  ['keys', { usage: () => renderUsage(keysCommand), examples: ['parley keys list'] }],
  [
    'keys create',
    {
      usage: () => renderUsage(createKey),
      examples: ['parley keys create --name laptop --expires 30', 'parley keys create --json'],
    },
  ],
  [
    'keys list',
    {
      usage: () => renderUsage(listKeys),
      examples: ['parley keys list', 'parley keys list --json'],
    },
  ],
  [
    'keys disable',
    {
      usage: () => renderUsage(disableKey),
      examples: ['parley keys disable 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
    },
  ],
  ['config', { usage: () => renderUsage(configCommand), examples: ['parley config check'] }],
  [
    'config check',
    {
      usage: () => renderUsage(checkConfig),
      examples: ['parley config check --config parley.yaml', 'parley config check --json'],
    },
  ],
]);

/** Runs what was typed after `parley`. Sets the process's exit code. */
export function runMain(words: readonly string[]): Promise<void> {
  return runSafely(async () => {
    const [first] = words;
    if (first === '--version' || first === '-v') process.stdout.write(`${version}\n`);
    else if (words.includes('--help') || words.includes('-h')) await showHelp(words);
    else await run(words);
  });
}

async function run(words: readonly string[]): Promise<void> {
  refuseUnknownStart(words);
  try {
    await runCommand(main, { rawArgs: [...words] });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CLIError') throw error;
    throw new CommandError(`${stripVTControlCharacters(error.message)}\nTry: parley --help`);
  }
}

/** The parser would take the value of an unknown option for a command, and report that instead. */
function refuseUnknownStart([first]: readonly string[]): void {
  if (first === undefined || Object.hasOwn(commands, first)) return;
  if (!first.startsWith('-')) {
    const advice = suggest(first, Object.keys(commands));
    throw new CommandError(`There is no command "${first}".${advice}`);
  }
  const name = first.replace(/^-+(?:no-)?/, '').replace(/=.*/, '');
  refuseUnknown(startOptions, { [name]: true });
}

/** Of the longest command that the words begin with. */
async function showHelp(words: readonly string[]): Promise<void> {
  const [first = '', second = ''] = words;
  const help = helps.get(`${first} ${second}`) ?? helps.get(first) ?? helps.get('');
  const examples = help?.examples.map((line) => `  ${line}\n`) ?? [];
  const text = `${(await help?.usage()) ?? ''}\n\nEXAMPLES\n\n${examples.join('')}`;
  const coloured = process.stdout.isTTY && process.stdout.hasColors();
  process.stdout.write(coloured ? text : stripVTControlCharacters(text));
}
