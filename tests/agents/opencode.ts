import type { Dialect } from '@parley/testkit';
import type { Agent } from './agent.ts';
import { addToJson, followSettings } from './settings.ts';

// Told that a model reasons, it asks in this format for a title with a thinking budget of -1.
const anthropicLibrary = '@ai-sdk/anthropic';

/** Which of its libraries speaks a format, and what stands behind the gateway's address there. */
const libraries: readonly (readonly [dialect: Dialect, library: string, path: string])[] = [
  ['anthropic-messages', anthropicLibrary, '/v1'],
  ['gemini-generate', '@ai-sdk/google', '/v1beta'],
  ['openai-responses', '@ai-sdk/openai', '/v1'],
];

// The package starts a file that its install script puts in place, and scripts do not run here.
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const program = `node_modules/opencode-${platform}-${process.arch}/bin/opencode`;

/** opencode, with the library that speaks each format. */
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

/** opencode as its settings say: chat completions. */
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
