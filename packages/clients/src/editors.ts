// Coding assistants of editors: fields of a dialogue, and files of settings.
import type { Client, FullConnection } from './client.ts';
import { fillField, withNote } from './step.ts';
import { quote } from './text.ts';

/** @see https://cursor.com/help/models-and-usage/api-keys */
export function describeCursor({ url, key, model }: FullConnection): Client {
  return {
    id: 'cursor',
    title: 'Cursor',
    kind: 'agent',
    dialects: ['openai-chat'],
    documentation: 'https://cursor.com/help/models-and-usage/api-keys',
    steps: withNote(
      [
        fillField('Cursor Settings → Models → API Keys → OpenAI API Key', key),
        fillField('Override OpenAI Base URL', `${url}/v1`),
        fillField('Add Custom Model', model),
      ],
      "Requests come from Cursor's own servers, so the gateway needs an address that the internet reaches, with https: 127.0.0.1 or an address of your network does not work. Tab completion always uses Cursor's models, and the override holds for all models that Cursor calls OpenAI's.",
    ),
  };
}

/** @see https://docs.cline.bot/provider-config/openai-compatible */
export function describeCline({ url, key, model }: FullConnection): Client {
  return {
    id: 'cline',
    title: 'Cline',
    kind: 'agent',
    dialects: ['openai-chat'],
    documentation: 'https://docs.cline.bot/provider-config/openai-compatible',
    steps: [
      fillField('Settings → API Provider', 'OpenAI Compatible'),
      fillField('Base URL', `${url}/v1`),
      fillField('OpenAI Compatible API Key', key),
      fillField('Model ID', model),
    ],
  };
}

/** @see https://docs.continue.dev/reference and https://docs.continue.dev/customize/model-providers/top-level/openai */
export function describeContinue({ url, key, model }: FullConnection): Client {
  return {
    id: 'continue',
    title: 'Continue',
    kind: 'agent',
    dialects: ['openai-chat'],
    documentation: 'https://docs.continue.dev/reference',
    steps: [
      {
        title: 'Settings',
        language: 'yaml',
        file: '~/.continue/config.yaml',
        code: `name: Parley
version: 1.0.0
schema: v1
models:
  - name: ${quote(model)}
    provider: openai
    model: ${quote(model)}
    apiBase: ${quote(`${url}/v1`)}
    apiKey: ${quote(key)}
    roles: [chat, edit, apply]`,
      },
    ],
  };
}
