/** `parley reencrypt`: encrypts what the store keeps secret with a new secret key. */
import { reencryptSecrets } from '@parley/admin';
import { createJsonCommand } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say, writeJson } from '../output.ts';
import { withSession } from '../session.ts';

export const createReencryptCommand = () =>
  createJsonCommand('reencrypt', {
    summary:
      'Encrypt the stored credentials with the first secret key, after a new one was put before it',
    examples: ['parley reencrypt', 'parley reencrypt --json'],
  }).action((options) =>
    withSession(options, async ({ operator }) => {
      const { cipher } = operator;
      if (cipher === undefined) {
        throw new CommandError('There is no secret key: set PARLEY_SECRET_KEY.');
      }
      const { encrypted, unreadable } = await reencryptSecrets({ ...operator, cipher });
      if (options.json) writeJson({ encrypted, unreadable });
      say(`Encrypted with the first secret key: ${encrypted.join(', ') || 'nothing'}.`);
      if (unreadable.length === 0) return;
      say(`None of the secret keys decrypts: ${unreadable.join(', ')}.`);
      process.exitCode = exitCodes.failed;
    }),
  );
