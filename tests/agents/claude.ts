/** Claude Code, for `setups.ts`. */
import type { Agent } from './agent.ts';
import { followSettings } from './settings.ts';

function createSetup(variant: string, isMeant: (isFile: boolean) => boolean): Agent {
  return {
    name: 'claude',
    dialect: 'anthropic-messages',
    variant,
    program: 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs',
    launch(task, post) {
      const told = followSettings('claude', post, ({ file }) => isMeant(file !== undefined));
      return {
        arguments: ['-p', task, '--allowedTools', 'Write'],
        environment: { ...told.environment, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
        settings: told.settings,
      };
    },
    writeFile: (file, text) => ({ name: 'Write', arguments: { file_path: file, content: text } }),
  };
}

/** Claude Code. It does not ask for permission if a tool is allowed beforehand. */
export const claudeSetups: readonly Agent[] = [
  createSetup('by variables', (isFile) => !isFile),
  createSetup('by its settings', (isFile) => isFile),
];
