/** `parley tokens`: the tokens of the admin API. */
import { Option } from '@commander-js/extra-typings';
import { createAdminToken, deleteAdminToken, listAdminTokens, newAdminToken } from '@parley/admin';
import { commandLine } from '../../command-line.ts';
import { createParentCommand, createJsonCommand, createStoreCommand } from '../command.ts';
import { readInput } from '../input.ts';
import { say, shortTime, writeJson, writeTable } from '../output.ts';
import { withReadingSession, withSession } from '../session.ts';

export const createTokensCommand = () =>
  createParentCommand('tokens', 'Manage the tokens of the admin API')
    .addCommand(createList())
    .addCommand(createCreate())
    .addCommand(createDelete());

const createList = () =>
  createJsonCommand('list', {
    summary: 'List the tokens of the admin API',
    examples: ['parley tokens list'],
  }).action((options) =>
    withReadingSession(options, async ({ operator }) => {
      const tokens = await listAdminTokens(operator);
      if (options.json) {
        writeJson(tokens);
        return;
      }
      if (tokens.length === 0) {
        say(
          `There are no admin tokens yet. Create one: ${commandLine('tokens create --role admin')}`,
        );
        return;
      }
      writeTable(
        ['ID', 'TOKEN', 'ROLE', 'CREATED', 'NAME'],
        tokens.map(({ id, display, role, created_at: createdAt, name }) => [
          id,
          display,
          role,
          shortTime(createdAt),
          name,
        ]),
      );
    }),
  );

const roleOption = new Option('--role <role>', 'A viewer can only read')
  .choices(['admin', 'viewer'])
  .default('viewer');

const createCreate = () =>
  createJsonCommand('create', {
    summary: 'Create a token of the admin API; it is shown only once',
    examples: ['parley tokens create --name ada --role admin'],
  })
    .option('--name <text>', 'Who uses the token', 'token')
    .addOption(roleOption)
    .action((options) =>
      withSession(options, async ({ operator }) => {
        const input = readInput(newAdminToken, { name: options.name, role: options.role });
        const { secret, ...token } = await createAdminToken(operator, input);
        if (options.json) {
          writeJson({ ...token, secret });
          return;
        }
        process.stdout.write(`${secret}\n`);
        say(`The token is shown only this once. Its id is ${token.id}.`);
      }),
    );

const createDelete = () =>
  createStoreCommand('delete', {
    summary: 'Delete a token of the admin API',
    examples: ['parley tokens delete 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
  })
    .argument('<id>', 'Id of the token, as `parley tokens list` shows it')
    .action((id, options) =>
      withSession(options, async ({ operator }) => {
        await deleteAdminToken(operator, id);
        say('The token is deleted.');
      }),
    );
