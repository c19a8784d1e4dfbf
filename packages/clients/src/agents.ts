/** The steps for coding assistants in a terminal or an editor. */
import type { Client, FullConnection } from './client.ts';
import {
  claude,
  codex,
  copilot,
  gemini,
  configureQwenModel,
  factsOf,
  opencode,
  qwen,
  writeGeminiSettings,
} from './configurable.ts';
import { fillField, setVariables, withNote, writeSettings } from './step.ts';
import { quote } from './text.ts';

const inThisTerminal = 'In this terminal';

/**
 * @see https://code.claude.com/docs/en/llm-gateway-connect for the variables
 * @see https://code.claude.com/docs/en/settings for the file
 */
export function describeClaude(connection: FullConnection): Client {
  const setup = claude.setUp(connection);
  return {
    id: claude.id,
    title: claude.title,
    kind: 'agent',
    dialects: ['anthropic-messages'],
    documentation: 'https://code.claude.com/docs/en/llm-gateway-connect',
    steps: [
      {
        ...setVariables(inThisTerminal, setup, 'claude'),
        note: 'ANTHROPIC_API_KEY must not be set: it would be used beside the token. The list behind /model shows only models whose names hold "claude" or "anthropic"; any other is chosen by these variables or with --model.',
      },
      {
        ...writeSettings('~/.claude/settings.json', { env: setup.environment }, 'Or permanently'),
        note: 'Not in the .claude folder of a project, where the key would be shared with its code.',
      },
    ],
  };
}

/** @see https://developers.openai.com/codex/config-advanced#custom-model-providers */
export function describeCodex(connection: FullConnection): Client {
  const { url, model } = connection;
  const { contextTokens } = factsOf(connection);
  const window =
    contextTokens === undefined ? '' : `model_context_window = ${String(contextTokens)}\n`;
  return {
    id: codex.id,
    title: codex.title,
    kind: 'agent',
    dialects: ['openai-responses'],
    documentation: 'https://developers.openai.com/codex/config-advanced',
    steps: [
      {
        title: 'Settings, above the first table of the file',
        language: 'toml',
        file: '~/.codex/config.toml',
        code: `model = ${quote(model)}
model_provider = "parley"
${window}
[model_providers.parley]
name = "Parley"
base_url = ${quote(`${url}/v1`)}
env_key = "PARLEY_KEY"
wire_api = "responses"`,
        note: 'Codex speaks Responses only; the gateway translates for models of every other format. With openai_base_url in place of the provider, Codex sends its requests on a WebSocket, and asks the API to shorten a long conversation, which it otherwise does itself.',
      },
      setVariables(inThisTerminal, codex.setUp(connection), 'codex'),
    ],
  };
}

/** @see https://geminicli.com/docs/reference/configuration */
export function describeGemini(connection: FullConnection): Client {
  return {
    id: gemini.id,
    title: gemini.title,
    kind: 'agent',
    dialects: ['gemini-generate'],
    documentation: 'https://geminicli.com/docs/reference/configuration',
    steps: [
      {
        ...writeSettings('~/.gemini/settings.json', writeGeminiSettings(connection)),
        note: 'Without this it asks you to sign in, whatever the variables say, and asks models of Google when it compresses a conversation or corrects an edit. Leave modelConfigs out if the gateway offers Google’s models by their names.',
      },
      setVariables(inThisTerminal, gemini.setUp(connection), 'gemini'),
    ],
  };
}

/** @see https://opencode.ai/docs/providers#custom-provider */
export function describeOpencode(connection: FullConnection): Client {
  const { environment, settings } = opencode.setUp(connection);
  return {
    id: opencode.id,
    title: opencode.title,
    kind: 'agent',
    dialects: ['openai-chat'],
    documentation: 'https://opencode.ai/docs/providers',
    steps: [
      {
        title: 'Settings',
        language: 'json',
        file: '~/.config/opencode/opencode.json',
        code: settings?.content ?? '',
        note: 'It knows the models of this file only; write them anew when the gateway gets others.',
      },
      setVariables(inThisTerminal, { environment }, 'opencode'),
    ],
  };
}

/** @see https://qwenlm.github.io/qwen-code-docs/en/users/configuration/model-providers/ */
export function describeQwen(connection: FullConnection): Client {
  const { url, key, model } = connection;
  const provider = {
    id: model,
    name: model,
    baseUrl: `${url}/v1`,
    envKey: 'PARLEY_KEY',
    ...configureQwenModel(connection),
  };
  const settings = {
    security: { auth: { selectedType: 'openai' } },
    model: { name: model },
    modelProviders: { openai: [provider] },
  };
  return {
    id: qwen.id,
    title: qwen.title,
    kind: 'agent',
    dialects: ['openai-chat'],
    documentation:
      'https://qwenlm.github.io/qwen-code-docs/en/users/configuration/model-providers/',
    steps: [
      writeSettings('~/.qwen/settings.json', settings),
      setVariables(inThisTerminal, { environment: { PARLEY_KEY: key } }, 'qwen'),
    ],
  };
}

/** @see https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/use-byok-models */
export function describeCopilot(connection: FullConnection): Client {
  return {
    id: copilot.id,
    title: copilot.title,
    kind: 'agent',
    dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    documentation:
      'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/use-byok-models',
    steps: [
      {
        ...setVariables(inThisTerminal, copilot.setUp(connection), 'copilot'),
        note: 'The model must know tools and streaming. COPILOT_OFFLINE=true keeps it from asking GitHub for anything. COPILOT_PROVIDER_WIRE_API=responses makes it speak Responses.',
      },
    ],
  };
}

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

/**
 * Without its capabilities, a model whose name Continue does not know gets no tools and no images. A model that is not
 * known to refuse images may accept them, and says so itself.
 * @see https://docs.continue.dev/customize/deep-dives/model-capabilities
 * @see https://docs.continue.dev/reference and https://docs.continue.dev/customize/model-providers/top-level/openai
 */
export function describeContinue(connection: FullConnection): Client {
  const { url, key, model } = connection;
  const { contextTokens, acceptsImages = true } = factsOf(connection);
  const options =
    contextTokens === undefined
      ? ''
      : `\n    defaultCompletionOptions: { contextLength: ${String(contextTokens)} }`;
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
    roles: [chat, edit, apply]
    capabilities: [tool_use${acceptsImages ? ', image_input' : ''}]${options}`,
      },
    ],
  };
}
