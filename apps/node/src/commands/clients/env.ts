import {
  configurableClients,
  nameShell,
  shells,
  writeVariables,
  type Setup,
  type Shell,
} from '@parley/clients';
import { connect, findClient } from './connect.ts';
import { defineParley } from '../definition.ts';
import { CommandError } from '../failure.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, writeJson } from '../output.ts';

export const env = defineParley({
  summary: 'Print what points a client at this gateway',
  options: {
    client: {
      type: 'positional',
      description: configurableClients.map(({ id }) => id).join(', '),
      required: true,
    },
    ...commonOptions,
    ...jsonOption,
    url: { type: 'string', description: 'Address of the gateway (PARLEY_URL; this machine)' },
    model: { type: 'string', description: 'The call name that it should use' },
    shell: { type: 'string', description: `${Object.keys(shells).join(', ')} (yours)` },
  },
  examples: ['eval "$(parley env claude)"', 'parley env openai --shell powershell'],
  async run(args) {
    const shellName = args.shell ?? nameShell(process.env['SHELL']);
    const shell = Object.hasOwn(shells, shellName) ? shells[shellName] : undefined;
    if (shell === undefined) {
      const names = Object.keys(shells).join(', ');
      throw new CommandError(`"${shellName}" is no known shell; use ${names}.`);
    }
    const client = findClient(args.client, () => true);
    const setup = client.setUp(await connect(client, args));
    if (args.json) {
      writeJson(setup);
      return;
    }
    process.stdout.write(`${write(shell, setup)}\n`);
    if (setup.arguments !== undefined || setup.settings !== undefined) {
      say(`${client.title} needs settings too; parley run ${client.id} brings them along.`);
    }
  },
});

/** @throws CommandError when the shell cannot write down the key or the address */
function write(shell: Shell, setup: Setup): string {
  try {
    return writeVariables(shell, setup);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}
