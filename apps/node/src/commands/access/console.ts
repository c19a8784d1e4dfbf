/** Prints a link that signs in to the web console. */
import { createSignInLink } from '@parley/core/administration';
import { chooseGateway } from '../clients/address.ts';
import { defineParley } from '../definition.ts';
import { CommandError } from '../failure.ts';
import { commonOptions } from '../options.ts';
import { say } from '../output.ts';
import { withSession } from '../session.ts';

export const consoleCommand = defineParley({
  summary: 'Print a link that signs in to the web console once',
  options: {
    ...commonOptions,
    url: { type: 'string', description: 'Address of the gateway (PARLEY_URL; this machine)' },
  },
  examples: ['parley console', 'parley console --url https://parley.example.org'],
  run: (args) =>
    withSession(args, async ({ environment, loaded, operator }) => {
      const { url } = chooseGateway(args.url, environment);
      if (loaded.configuration.console === false) {
        throw new CommandError('The configuration turns the console off (console: false).');
      }
      const code = await createSignInLink(operator);
      if (code === undefined) {
        throw new CommandError(
          'There is no admin token to sign in as; make one: parley tokens create --role admin',
        );
      }
      process.stdout.write(`${url}/console#t=${code}\n`);
      say('It signs in once, within ten minutes, at the gateway that works with this store.');
    }),
});
