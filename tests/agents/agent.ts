/** What the trials need to know of a coding assistant: how it is started, and how it calls its tools. */
import type { Dialect, ToolCallDescription } from '@parley/testkit';

/** The coding assistants, by the names of their commands. */
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

/** The folders in which an agent runs, and the gateway that it calls. */
export interface Post {
  /** Its home folder, empty before it starts. */
  readonly home: string;
  /** Its project folder, empty before it starts. */
  readonly project: string;
  /** URL of the gateway, without a path. */
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

/** The tool call that the scripted model makes: one of the agent's own tools, with arguments. */
export type ToolUse = Pick<ToolCallDescription, 'name' | 'arguments' | 'custom'>;

/** A coding assistant, configured for one format. */
export interface Agent {
  readonly name: AgentName;
  /** The format of its requests to the gateway. */
  readonly dialect: Dialect;
  /** Distinguishes this set-up from others of the same agent. */
  readonly variant?: string;
  /** The model names that it requests by itself. */
  readonly models?: readonly string[];
  /** Whether it sends its requests to the model on a WebSocket. */
  readonly opensSocket?: true;
  /** The reply to its requests that do not belong to the task; a title by default. */
  readonly aside?: string;
  /** Its program, relative to the folder of its installed package. */
  readonly program: string;
  /** Its command line for a task without interaction. */
  launch(task: string, post: Post): Launch;
  /** The call of its own tool that writes a text to a file of the project. */
  writeFile(file: string, text: string): ToolUse;
}
