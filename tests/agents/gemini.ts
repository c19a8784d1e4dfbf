/** Gemini CLI, for `setups.ts`. */
import type { Agent, Post } from './agent.ts';
import { addToJson, followSettings } from './settings.ts';

const file = '.gemini/settings.json';
const quiet = { privacy: { usageStatisticsEnabled: false }, general: { enableAutoUpdate: false } };

function launchWith(task: string, post: Post) {
  const { environment, settings } = followSettings('gemini', post);
  return {
    arguments: ['-p', task, '--yolo', '--skip-trust'],
    environment: { ...environment, GEMINI_CLI_NO_RELAUNCH: 'true' },
    settings: { [file]: addToJson(settings[file], quiet) },
  };
}

/** Gemini CLI with a model that it does not know. */
const withModel: Agent = {
  name: 'gemini',
  dialect: 'gemini-generate',
  program: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  launch: launchWith,
  writeFile: (path, text) => ({
    name: 'write_file',
    arguments: { file_path: path, content: text },
  }),
};

/** Gemini CLI with only the base URL replaced: it first asks a small model, in JSON, how hard the task is. */
const withItsOwnModels: Agent = {
  ...withModel,
  variant: 'its own models',
  models: ['gemini-3.5-flash-lite', 'gemini-3.8-flash'],
  aside: JSON.stringify({ complexity_reasoning: 'One file.', complexity_score: 5 }),
  launch(task, post) {
    const { environment, settings, ...launch } = launchWith(task, post);
    const { GEMINI_MODEL: _model, ...others } = environment as Record<string, string>;
    const { modelConfigs: _configs, ...kept } = JSON.parse(settings[file]) as Record<
      string,
      unknown
    >;
    return { ...launch, environment: others, settings: { [file]: JSON.stringify(kept) } };
  },
};

export const geminiSetups: readonly Agent[] = [withModel, withItsOwnModels];
