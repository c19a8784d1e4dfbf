/** The steps for editors with chat models of one's own: VS Code and Zed. */
import type { Client, FullConnection } from './client.ts';
import { fillField, writeSettings } from './step.ts';
import { writeJson } from './text.ts';

/** For a model of which nothing is known, limits in tokens: the editors require numbers. */
const assumed = { contextTokens: 112_000, outputTokens: 16_000, acceptsImages: true };

/** The chosen model first, then the others, each with its limits and whether it accepts images. */
function listModels({ model, models, facts }: FullConnection) {
  return [...new Set([model, ...models])].map((name) => ({
    name,
    ...assumed,
    ...facts?.get(name),
  }));
}

/** @see https://code.visualstudio.com/docs/agent-customization/language-models#_add-a-custom-endpoint-model */
export function describeVscode(connection: FullConnection): Client {
  const models = listModels(connection).map(
    ({ name, contextTokens, outputTokens, acceptsImages }) => ({
      id: name,
      name,
      url: `${connection.url}/v1/chat/completions`,
      toolCalling: true,
      vision: acceptsImages,
      maxInputTokens: contextTokens,
      maxOutputTokens: outputTokens,
    }),
  );
  return {
    id: 'vscode',
    title: 'VS Code',
    kind: 'agent',
    dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    documentation: 'https://code.visualstudio.com/docs/agent-customization/language-models',
    steps: [
      {
        ...fillField(
          'Chat: Manage Language Models → Add Models → Custom Endpoint → API Key',
          connection.key,
        ),
        note: 'From VS Code 1.122 on, also without a GitHub account. The API type is Chat Completions.',
      },
      {
        title: 'In the file that VS Code opens then: models of the new entry',
        language: 'json',
        file: 'chatLanguageModels.json',
        code: writeJson(models),
        note: 'Correct the two limits where you know them: together they are the context of the model.',
      },
    ],
  };
}

/** @see https://zed.dev/docs/ai/use-api-access#openai-compatible */
export function describeZed(connection: FullConnection): Client {
  const models = listModels(connection).map(({ name, contextTokens }) => ({
    name,
    max_tokens: contextTokens,
  }));
  const provider = { api_url: `${connection.url}/v1`, available_models: models };
  return {
    id: 'zed',
    title: 'Zed',
    kind: 'agent',
    dialects: ['openai-chat', 'openai-responses'],
    documentation: 'https://zed.dev/docs/ai/use-api-access',
    steps: [
      {
        ...writeSettings('~/.config/zed/settings.json', {
          language_models: { openai_compatible: { parley: provider } },
        }),
        note: 'Correct max_tokens where you know it: it is the context of the model. In place of the next step, the key may be the variable PARLEY_API_KEY when Zed starts.',
      },
      fillField('Settings → AI → LLM Providers → parley: API key', connection.key),
    ],
  };
}
