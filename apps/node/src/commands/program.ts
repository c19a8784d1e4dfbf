/** Builds the command line from its commands and runs it; used by `cli.ts`. */
import { styleText } from 'node:util';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { redactSecrets } from '@parley/core';
import { findLogFormat, type LogFormat } from '@parley/host';
import { writeFailure } from '@parley/host/disk';
import { commandLine } from '../command-line.ts';
import { version } from '../version.ts';
import { runSafely, UsageError } from './failure.ts';
import { refuseSecrets } from './secret-arguments.ts';
import { createStartCommand } from './server/start.ts';

/** Runs the arguments that follow `parley`. Sets the exit code of the process. */
export function runMain(args: readonly string[]): Promise<void> {
  const words = expand(args);
  return runSafely(async () => {
    refuseSecrets(args);
    const program = createProgram(await loadCommands(words));
    if (words[0] !== startName) (await import('./completions.ts')).addCompletions(program);
    let running: CommandUnknownOpts = program;
    prepare(program, commandLine(), args);
    program.hook('preAction', (_program, command) => {
      running = command;
    });
    try {
      await program.parseAsync(refuseUnknown(program, words), { from: 'user' });
    } catch (error) {
      if (error instanceof UsageError) running.error(`error: ${error.message}`);
      throw error;
    }
  }, findFormat(words));
}

/** The format of the log of the gateway that the words start, even if they turn out to be invalid. */
function findFormat(words: readonly string[]): LogFormat | undefined {
  if (words[0] !== startName) return undefined;
  const [, option] = /(?:^|\0)--log-format[=\0]([^\0]*)/.exec(words.join('\0')) ?? [];
  return findLogFormat({ PARLEY_LOG_FORMAT: option ?? process.env['PARLEY_LOG_FORMAT'] });
}

/** The gateway runs without the other commands and what they need: they take memory and a part of its start. */
async function loadCommands([first]: readonly string[]): Promise<readonly CommandUnknownOpts[]> {
  if (first === startName) return [createStartCommand()];
  const { createCommands } = await import('./commands.ts');
  return createCommands();
}

/** The command line with these commands. */
export function createProgram(commands: readonly CommandUnknownOpts[]): CommandUnknownOpts {
  const program = new Command('parley')
    .description(
      'A self-hosted API gateway for chat models.\n' +
        'Without a command, parley starts the gateway.',
    )
    .version(version, '-v, --version', 'Print the version')
    .enablePositionalOptions();
  for (const command of commands) program.addCommand(command);
  return program;
}

/** Applies the common settings to a command and its subcommands. */
function prepare(command: CommandUnknownOpts, path: string, args: readonly string[]): void {
  const format = findFormat(expand(args));
  command
    .exitOverride()
    .helpOption('-h, --help', 'Print this help')
    .showHelpAfterError(format === 'json' ? false : `Try: ${path} --help`)
    .configureHelp({ styleTitle: (title) => styleText('bold', title) })
    .configureOutput({
      outputError(text, write) {
        if (format === 'json') writeFailure(reword(text), format);
        else write(redactSecrets(reword(text)));
      },
    });
  if (command.commands.length > 0)
    command.helpCommand('help [command]', 'Print the help of a command');
  refuseDoubtfulOptions(command, args);
  for (const inner of command.commands) prepare(inner, `${path} ${inner.name()}`, args);
}

/** An error of commander as the command line writes it. */
function reword(text: string): string {
  return text
    .replace(/^error: /, 'parley: ')
    .replace(
      /command-argument value (.*) is invalid for argument '(.*?)'/,
      '$1 is not a valid <$2>',
    );
}

/**
 * Refuses two mistakes that commander accepts: an option that is used twice, and an option name in
 * the place of a value, as in `--account --json`.
 */
function refuseDoubtfulOptions(command: CommandUnknownOpts, args: readonly string[]): void {
  const seen = new Set<string>();
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value: unknown) => {
      if (typeof value === 'string' && /^--?[A-Za-z]/.test(value) && args.includes(value)) {
        command.error(`error: option '${option.flags}' argument missing`);
      }
      if (seen.has(option.attributeName())) {
        command.error(`error: option '${option.flags}' is used twice`);
      }
      seen.add(option.attributeName());
    });
  }
}

const startName = 'start';
const ownFlags = new Set(['-h', '--help', '-v', '--version']);

/** Adds omitted arguments: `start` before options, and `--help` for `help <command>`. */
function expand(args: readonly string[]): readonly string[] {
  const [first = '-', ...rest] = args;
  if (first === 'help') return expand([...rest, '--help']);
  return first.startsWith('-') && !ownFlags.has(first) ? [startName, ...args] : args;
}

/** An unknown command is an error even with `--help`, for which commander would print the list. */
function refuseUnknown(program: CommandUnknownOpts, words: readonly string[]): readonly string[] {
  const [first = ''] = words;
  const isKnown = program.commands.some((command) => command.name() === first);
  return isKnown || first.startsWith('-') ? words : [first];
}
