/** Makes secrets for the settings of a gateway that runs elsewhere. Nothing is stored. */
import { randomBytes } from 'node:crypto';
import { createAdminSecret } from '@parley/core';
import { defineParley } from '../definition.ts';
import { say } from '../output.ts';

export const generateAdminToken = defineParley({
  summary: 'Make a token for PARLEY_ADMIN_TOKEN, without storing it',
  options: {},
  examples: ['PARLEY_ADMIN_TOKEN=$(parley generate admin-token)'],
  async run() {
    const { secret } = await createAdminSecret();
    process.stdout.write(`${secret}\n`);
    say('Set PARLEY_ADMIN_TOKEN to it where the gateway runs.');
  },
});

export const generateSecretKey = defineParley({
  summary: 'Make a key for PARLEY_SECRET_KEY, without storing it',
  options: {},
  examples: ['PARLEY_SECRET_KEY=$(parley generate secret-key)'],
  run() {
    process.stdout.write(`${randomBytes(32).toString('hex')}\n`);
    say('Set PARLEY_SECRET_KEY to it on every gateway of the same store.');
  },
});
