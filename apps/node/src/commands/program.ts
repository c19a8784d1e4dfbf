/** Builds the command line from its commands and runs it; used by `cli.ts`. */
import { styleText } from 'node:util';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { redactSecrets } from '@parley/host';
import { version } from '../version.ts';
import { createAccountsCommand } from './access/accounts.ts';
import { createConsoleCommand } from './access/console.ts';
import { createGenerateCommand } from './access/generate.ts';
import { createKeysCommand } from './access/keys.ts';
import { createTokensCommand } from './access/tokens.ts';
import { createEnvCommand } from './clients/env.ts';
import { createRunCommand } from './clients/run.ts';
import { createConfigCommand } from './configuration/config.ts';
import { createGroupsCommand } from './configuration/groups.ts';
import { createInitCommand } from './configuration/init.ts';
import { createModelsCommand } from './configuration/models.ts';
import { createPricesCommand } from './configuration/prices.ts';
import { runSafely, UsageError } from './failure.ts';
import { createLedgerCommand } from './records/ledger.ts';
import { createLogsCommand } from './records/logs.ts';
import { createUsageCommand } from './records/usage.ts';
import { refuseSecrets } from './secret-arguments.ts';
import { createBackupCommand } from './server/backup.ts';
import { createConformanceCommand } from './server/conformance.ts';
import { createDoctorCommand } from './server/doctor.ts';
import { createHealthCommand } from './server/health.ts';
import { createMigrateCommand } from './server/migrate.ts';
import { createStartCommand } from './server/start.ts';

/** Every command, in the order in which the help lists them. */
const factories: readonly (() => CommandUnknownOpts)[] = [
  ...[createStartCommand, createInitCommand, createHealthCommand, createDoctorCommand],
  ...[createKeysCommand, createAccountsCommand, createGroupsCommand, createModelsCommand],
  ...[createPricesCommand, createUsageCommand, createLogsCommand, createLedgerCommand],
  ...[createConfigCommand, createBackupCommand, createMigrateCommand, createTokensCommand],
  ...[createConsoleCommand, createGenerateCommand, createEnvCommand, createRunCommand],
  createConformanceCommand,
];

/** Runs the arguments that follow `parley`. Sets the exit code of the process. */
export function runMain(args: readonly string[]): Promise<void> {
  return runSafely(async () => {
    refuseSecrets(args);
    const program = createProgram();
    let running: CommandUnknownOpts = program;
    prepare(program, 'parley', args);
    program.hook('preAction', (_program, command) => {
      running = command;
    });
    try {
      await program.parseAsync(expand(program, args), { from: 'user' });
    } catch (error) {
      if (error instanceof UsageError) running.error(`error: ${error.message}`);
      throw error;
    }
  });
}

/** The whole command line, with every command attached. */
export function createProgram(): CommandUnknownOpts {
  const program = new Command('parley')
    .description(
      'A self-hosted API gateway for chat models.\n' +
        'Without a command, parley starts the gateway.',
    )
    .version(version, '-v, --version', 'Print the version')
    .enablePositionalOptions();
  for (const create of factories) program.addCommand(create());
  return program;
}

/** Applies the common settings to a command and its subcommands. */
function prepare(command: CommandUnknownOpts, path: string, args: readonly string[]): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'Print this help')
    .showHelpAfterError(`Try: ${path} --help`)
    .configureHelp({ styleTitle: (title) => styleText('bold', title) })
    .configureOutput({
      outputError: (text, write) => write(redactSecrets(text.replace(/^error: /, 'parley: '))),
    });
  if (command.commands.length > 0)
    command.helpCommand('help [command]', 'Print the help of a command');
  refuseDoubtfulOptions(command, args);
  for (const inner of command.commands) prepare(inner, `${path} ${inner.name()}`, args);
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

const ownFlags = new Set(['-h', '--help', '-v', '--version']);

/** Adds omitted arguments: `start` before options, and `--help` for `help <command>`. */
function expand(program: CommandUnknownOpts, args: readonly string[]): readonly string[] {
  const [first = '-', ...rest] = args;
  if (first === 'help') return expand(program, [...rest, '--help']);
  if (first.startsWith('-')) return ownFlags.has(first) ? args : ['start', ...args];
  const isKnown = program.commands.some((command) => command.name() === first);
  // An unknown command is an error even with --help, for which commander would print the list.
  return isKnown ? args : [first];
}
