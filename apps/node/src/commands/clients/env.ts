/** `parley env`: the environment variables that make a client use this gateway. */
import { Option } from '@commander-js/extra-typings';
import {
  configurableClients,
  nameShell,
  shells,
  writeVariables,
  type Setup,
  type Shell,
} from '@parley/clients';
import { commandLine } from '../../command-line.ts';
import { createJsonCommand, urlOption } from '../command.ts';
import { CommandError } from '../failure.ts';
import { say, writeJson } from '../output.ts';
import { connect, findClient } from './connect.ts';

const shellNames = Object.keys(shells);

const shellOption = new Option('--shell <name>', 'Shell to write for (default: your own)').choices(
  shellNames,
);

export const createEnvCommand = () =>
  createJsonCommand('env', {
    summary: 'Print the environment variables that make a client use this gateway',
    examples: ['eval "$(parley env claude)"', 'parley env openai --shell powershell'],
  })
    .argument('<client>', configurableClients.map(({ id }) => id).join(', '))
    .addOption(urlOption)
    .option('--model <name>', 'Call name for the client to use')
    .addOption(shellOption)
    .action(async (name, options) => {
      const shell = chooseShell(options.shell ?? nameShell(process.env['SHELL']));
      const client = findClient(name, () => true);
      const setup = client.setUp(await connect(client, options));
      if (options.json) {
        writeJson(setup);
        return;
      }
      process.stdout.write(`${format(shell, setup)}\n`);
      if (setup.arguments !== undefined || setup.settings !== undefined) {
        say(
          `${client.title} needs settings too, which ${commandLine(`run ${client.id}`)} provides.`,
        );
      }
    });

/** @throws CommandError for a shell that is not supported */
function chooseShell(name: string): Shell {
  const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
  if (shell !== undefined) return shell;
  throw new CommandError(`The shell "${name}" is not supported; use ${shellNames.join(', ')}.`);
}

/** @throws CommandError when the shell cannot represent the key or the URL */
function format(shell: Shell, setup: Setup): string {
  try {
    return writeVariables(shell, setup);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}
