/** GitHub Copilot CLI, for `setups.ts`. */
import type { Agent } from './agent.ts';
import { followSettings } from './settings.ts';

const platform = `${process.platform}-${process.arch}`;

/** GitHub Copilot CLI with a custom provider. */
export const copilot: Agent = {
  name: 'copilot',
  dialect: 'openai-chat',
  program: `node_modules/@github/copilot-${platform}/copilot`,
  launch(task, post) {
    const { environment, settings } = followSettings('copilot', post);
    return {
      arguments: ['-p', task, '--allow-all-tools'],
      environment: { ...environment, COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
      settings,
    };
  },
  writeFile: (file, text) => ({ name: 'create', arguments: { path: file, file_text: text } }),
};
