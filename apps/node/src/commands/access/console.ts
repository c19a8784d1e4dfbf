/** `parley console`: a link that signs in to the web console. */
import { createSignInLink } from '@parley/admin';
import { commandLine } from '../../command-line.ts';
import { chooseGateway } from '../clients/address.ts';
import { createStoreCommand, urlOption } from '../command.ts';
import { CommandError } from '../failure.ts';
import { say } from '../output.ts';
import { withSession } from '../session.ts';

export const createConsoleCommand = () =>
  createStoreCommand('console', {
    summary: 'Print a link that signs in to the web console once',
    examples: ['parley console', 'parley console --url https://parley.example.org'],
  })
    .addOption(urlOption)
    .action((options) =>
      withSession(options, async ({ environment, loaded, operator }) => {
        const { url } = chooseGateway(options.url, environment);
        if (loaded.configuration.console === false) {
          throw new CommandError('The configuration turns the console off (console: false).');
        }
        const code = await createSignInLink(operator);
        if (code === undefined) {
          throw new CommandError(
            `Signing in needs an admin token with the role admin, and there is none. Create one: ${commandLine('tokens create --role admin')}`,
          );
        }
        process.stdout.write(`${url}/console#t=${code}\n`);
        say('The link works once, within ten minutes, on a gateway that uses this store.');
      }),
    );
