/** Qwen Code, for `setups.ts`. */
import type { Agent } from './agent.ts';
import { addToJson, followSettings } from './settings.ts';

const file = '.qwen/settings.json';
const quiet = { privacy: { usageStatisticsEnabled: false }, general: { enableAutoUpdate: false } };

/** Qwen Code with a provider in its settings. */
export const qwen: Agent = {
  name: 'qwen',
  dialect: 'openai-chat',
  program: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
  launch(task, post) {
    const { environment, settings } = followSettings('qwen', post);
    return {
      arguments: ['-p', task, '--yolo'],
      environment,
      settings: { [file]: addToJson(settings[file], quiet) },
    };
  },
  writeFile: (path, text) => ({
    name: 'write_file',
    arguments: { file_path: path, content: text },
  }),
};
