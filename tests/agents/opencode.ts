/** opencode, for `setups.ts`. */
import type { Dialect } from '@parley/testkit';
import type { Agent } from './agent.ts';
import { addToJson, followSettings } from './settings.ts';

// If a model is declared as reasoning, it requests a title in this format with a thinking budget of -1.
const anthropicLibrary = '@ai-sdk/anthropic';

/** Its library for each format, and the path that the library's base URL needs. */
const libraries: readonly (readonly [dialect: Dialect, library: string, path: string])[] = [
  ['anthropic-messages', anthropicLibrary, '/v1'],
  ['gemini-generate', '@ai-sdk/google', '/v1beta'],
  ['openai-responses', '@ai-sdk/openai', '/v1'],
];

// The package starts a file that its install script creates, and install scripts do not run here.
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const program = `node_modules/opencode-${platform}-${process.arch}/bin/opencode`;

/** opencode with its library for each format. */
const byLibrary: readonly Agent[] = libraries.map(([dialect, library, path]) => ({
  name: 'opencode',
  dialect,
  variant: library,
  program,
  launch: (task, { url, key, model }) => ({
    arguments: ['run', '--model', `parley/${model}`, task],
    environment: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    settings: {
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        provider: {
          parley: {
            npm: library,
            options: { baseURL: `${url}${path}`, apiKey: key },
            models: { [model]: { name: model, reasoning: library !== anthropicLibrary } },
          },
        },
      }),
    },
  }),
  writeFile: (file, text) => ({ name: 'write', arguments: { filePath: file, content: text } }),
}));

const file = '.config/opencode/opencode.json';

/** opencode with the settings of `@parley/clients`: chat completions. */
const withSettings: Agent = {
  name: 'opencode',
  dialect: 'openai-chat',
  program,
  launch(task, post) {
    const { environment, settings } = followSettings('opencode', post);
    return {
      arguments: ['run', task],
      environment: {
        ...environment,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
      },
      settings: { [file]: addToJson(settings[file], { autoupdate: false, share: 'disabled' }) },
    };
  },
  writeFile: (path, text) => ({ name: 'write', arguments: { filePath: path, content: text } }),
};

export const opencodeSetups: readonly Agent[] = [withSettings, ...byLibrary];
