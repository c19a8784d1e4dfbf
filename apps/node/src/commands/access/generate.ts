/** `parley generate`: secrets for the settings of a gateway; nothing is stored. */
import { randomBytes } from 'node:crypto';
import { createAdminSecret } from '@parley/core';
import { createCommand, createParentCommand } from '../command.ts';
import { say } from '../output.ts';

export const createGenerateCommand = () =>
  createParentCommand('generate', 'Generate secrets for the settings of a gateway')
    .addCommand(createAdminTokenCommand())
    .addCommand(createSecretKeyCommand())
    .addCommand(createWebhookSecretCommand());

const createAdminTokenCommand = () =>
  createCommand('admin-token', {
    summary: 'Generate an admin token for PARLEY_ADMIN_TOKEN, without storing it',
    examples: ['PARLEY_ADMIN_TOKEN=$(parley generate admin-token)'],
  }).action(async () => {
    const { secret } = await createAdminSecret();
    process.stdout.write(`${secret}\n`);
    say('Set PARLEY_ADMIN_TOKEN to this token where the gateway runs.');
  });

const createSecretKeyCommand = () =>
  createCommand('secret-key', {
    summary: 'Generate an encryption key for PARLEY_SECRET_KEY, without storing it',
    examples: ['PARLEY_SECRET_KEY=$(parley generate secret-key)'],
  }).action(() => {
    process.stdout.write(`${randomBytes(32).toString('hex')}\n`);
    say('Set PARLEY_SECRET_KEY to this key on every gateway that uses the same store.');
  });

const createWebhookSecretCommand = () =>
  createCommand('webhook-secret', {
    summary: 'Generate a secret that signs the messages to a webhook, without storing it',
    examples: ['OPS_WEBHOOK_SECRET=$(parley generate webhook-secret)'],
  }).action(() => {
    process.stdout.write(`whsec_${randomBytes(32).toString('base64')}\n`);
    say('Give it to the receiver, and to the gateway as the secret of the webhook.');
  });
