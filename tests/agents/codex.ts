/** Codex, for `setups.ts`. */
import type { Agent, Post } from './agent.ts';
import { followSettings } from './settings.ts';

const program = 'node_modules/@openai/codex/bin/codex.js';
const withoutAsking = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];

/** Disables its requests to its vendor other than those to the model. */
const quiet = `
[analytics]
enabled = false
[features]
plugins = false
`;

function launchWith(settings: string, { key }: Post, task: string) {
  return {
    arguments: ['exec', ...withoutAsking, task],
    environment: { CODEX_API_KEY: key },
    settings: {
      '.codex/config.toml': `check_for_update_on_startup = false\n${settings}${quiet}`,
    },
  };
}

function writeByShell(file: string, text: string): string {
  return `printf %s '${text}' > '${file}'`;
}

/** Codex with a provider for the gateway, and a model that it does not know. */
const withProvider: Agent = {
  name: 'codex',
  dialect: 'openai-responses',
  program,
  launch(task, post) {
    const { environment, settings } = followSettings('codex', post);
    const file = '.codex/config.toml';
    return {
      arguments: ['exec', ...withoutAsking, task],
      environment,
      settings: {
        [file]: `check_for_update_on_startup = false\n${settings[file] ?? ''}\n${quiet}`,
      },
    };
  },
  writeFile: (file, text) => ({
    name: 'exec_command',
    arguments: { cmd: writeByShell(file, text) },
  }),
};

/**
 * Codex with its built-in provider and model and only the base URL replaced. It sends its requests on a WebSocket, and
 * declares its tools in an item of the input: one tool that takes a program as plain text.
 */
const withItsOwnModel: Agent = {
  name: 'codex',
  dialect: 'openai-responses',
  variant: 'its own model',
  models: ['gpt-6.2-sol'],
  opensSocket: true,
  program,
  launch: (task, post) => launchWith(`openai_base_url = "${post.url}/v1"\n`, post, task),
  writeFile: (file, text) => ({
    name: 'exec',
    custom: true,
    arguments: `text(await tools.exec_command(${JSON.stringify({ cmd: writeByShell(file, text) })}));`,
  }),
};

export const codexSetups: readonly Agent[] = [withProvider, withItsOwnModel];
