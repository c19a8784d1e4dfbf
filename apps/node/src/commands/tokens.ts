import { createAdminToken, deleteAdminToken, listAdminTokens, newAdminToken } from '@parley/admin';
import { defineParley } from './definition.ts';
import { readInput } from './input.ts';
import { commonOptions, jsonOption } from './options.ts';
import { say, shortTime, writeJson, writeTable } from './output.ts';
import { withSession } from './session.ts';

const options = { ...commonOptions, ...jsonOption } as const;

export const listTokensCommand = defineParley({
  summary: 'List the tokens of the admin API',
  options,
  examples: ['parley tokens list'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const tokens = await listAdminTokens(operator);
      if (args.json) writeJson(tokens);
      else {
        writeTable(
          ['ID', 'TOKEN', 'ROLE', 'CREATED', 'NAME'],
          tokens.map((token) => [
            token.id,
            token.display,
            token.role,
            shortTime(token.created_at),
            token.name,
          ]),
        );
      }
    }),
});

export const createTokenCommand = defineParley({
  summary: 'Create a token of the admin API; it is shown only now',
  options: {
    ...options,
    name: { type: 'string', description: 'Whose it is', default: 'token' },
    role: { type: 'string', description: 'admin, or viewer, who only reads', default: 'viewer' },
  },
  examples: ['parley tokens create --name ada --role admin'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const input = readInput(newAdminToken, { name: args.name, role: args.role });
      const { secret, ...token } = await createAdminToken(operator, input);
      if (args.json) {
        writeJson({ ...token, secret });
        return;
      }
      process.stdout.write(`${secret}\n`);
      say(`This is the only time it is shown. Its id is ${token.id}.`);
    }),
});

export const deleteTokenCommand = defineParley({
  summary: 'Take a token of the admin API away',
  options: {
    id: { type: 'positional', description: 'The id of the token', required: true },
    ...commonOptions,
  },
  examples: ['parley tokens delete 4f9c2c1e-8a57-4b0e-9d38-0d7a4a3c9c11'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      await deleteAdminToken(operator, args.id);
      say('The token is deleted.');
    }),
});
