import type { Agent } from './agent.ts';

/** Claude Code. It waits for nobody where a tool is allowed beforehand. */
export const claude: Agent = {
  name: 'claude',
  dialect: 'anthropic-messages',
  program: 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs',
  launch: (task, { url, key, model }) => ({
    arguments: ['-p', task, '--model', model, '--allowedTools', 'Write'],
    environment: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    settings: {},
  }),
  writeFile: (file, text) => ({ name: 'Write', arguments: { file_path: file, content: text } }),
};
