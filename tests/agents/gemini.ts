import type { Agent, Post } from './agent.ts';

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};

function launchWith(options: readonly string[], { url, key }: Post, task: string) {
  return {
    arguments: ['-p', task, ...options, '--yolo', '--skip-trust'],
    environment: {
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: key,
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    settings: { '.gemini/settings.json': JSON.stringify(settings) },
  };
}

/** Gemini CLI with a model unknown to it. */
const withModel: Agent = {
  name: 'gemini',
  dialect: 'gemini-generate',
  program: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  launch: (task, post) => launchWith(['-m', post.model], post, task),
  writeFile: (file, text) => ({
    name: 'write_file',
    arguments: { file_path: file, content: text },
  }),
};

/** Gemini CLI with nothing but another address: it asks a small model, in JSON, how hard the task is. */
const withItsOwnModels: Agent = {
  ...withModel,
  variant: 'its own models',
  models: ['gemini-3.5-flash-lite', 'gemini-3.8-flash'],
  aside: JSON.stringify({ complexity_reasoning: 'One file.', complexity_score: 5 }),
  launch: (task, post) => launchWith([], post, task),
};

export const geminiSetups: readonly Agent[] = [withModel, withItsOwnModels];
