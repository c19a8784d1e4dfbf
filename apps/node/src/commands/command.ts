/** Factories for the commands of the command line, and the options that many of them share. */
import { Command, Option } from '@commander-js/extra-typings';
import { parsePortOption } from './parsers.ts';

export interface CommandHelp {
  /** What the command does, without a full stop. */
  readonly summary: string;
  /** Complete command lines that work as they are. */
  readonly examples: readonly string[];
}

/** A command without options. */
export function createCommand(name: string, { summary, examples }: CommandHelp): Command {
  const lines = examples.map((line) => `  ${line}\n`);
  return new Command(name)
    .description(summary)
    .addHelpText('after', `\nExamples:\n${lines.join('')}`);
}

/** A command that only holds others, such as `keys`. */
export function createParentCommand(name: string, summary: string): Command {
  return new Command(name).description(summary).enablePositionalOptions();
}

const configOption = new Option(
  '--config <file>',
  'Configuration file (env: PARLEY_CONFIG, default: parley.yaml in this folder or in the data folder)',
);
export const dataOption = new Option(
  '--data <folder>',
  'Folder of the embedded database (env: PARLEY_DATA)',
);
export const jsonOption = new Option('--json', 'Write JSON to standard output');
export const hostOption = new Option(
  '--host <address>',
  'Address to listen on (env: PARLEY_HOST or HOST, default: 127.0.0.1)',
);
export const portOption = new Option(
  '--port <port>',
  'Port to listen on (env: PARLEY_PORT or PORT, default: 8787)',
).argParser(parsePortOption);
export const urlOption = new Option(
  '--url <url>',
  'Base URL of the gateway (env: PARLEY_URL, default: the gateway on this machine)',
);

/** A command that reads the configuration or the store. */
export function createStoreCommand(name: string, help: CommandHelp) {
  return createCommand(name, help).addOption(configOption).addOption(dataOption);
}

/** A command that reads the configuration or the store and can write its result as JSON. */
export function createJsonCommand(name: string, help: CommandHelp) {
  return createStoreCommand(name, help).addOption(jsonOption);
}
