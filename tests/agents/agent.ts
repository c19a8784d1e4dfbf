import type { Dialect, ToolCallDescription } from '@parley/testkit';

/** The assistants, by the names they have on a command line. */
export const agentNames = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'qwen',
  'copilot',
  'pi',
] as const;
export type AgentName = (typeof agentNames)[number];

/** Where an agent works and whom it asks. */
export interface Post {
  /** Its home folder, empty before it starts. */
  readonly home: string;
  /** The folder of its work, empty as well. */
  readonly project: string;
  /** Address of the gateway, without a path. */
  readonly url: string;
  readonly key: string;
  /** The call name of the model. */
  readonly model: string;
}

/** How an agent is started for one task. */
export interface Launch {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Its settings: texts by their paths below its home folder. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What a model asks of an agent: one of its own tools, with arguments. */
export type ToolUse = Pick<ToolCallDescription, 'name' | 'arguments' | 'custom'>;

/** A coding assistant, set up to speak one format. */
export interface Agent {
  readonly name: AgentName;
  /** The format it speaks with the gateway. */
  readonly dialect: Dialect;
  /** What tells this set-up from others of the same agent. */
  readonly variant?: string;
  /** The models that it asks for by names of its own. */
  readonly models?: readonly string[];
  /** What it must hear to a question of its own beside the task; a title when absent. */
  readonly aside?: string;
  /** The program below the folder that its package was installed to. */
  readonly program: string;
  /** How it is told to do a task, say what it did, and leave. */
  launch(task: string, post: Post): Launch;
  /** The call of its own tool that writes a text into a file of its project. */
  writeFile(file: string, text: string): ToolUse;
}
