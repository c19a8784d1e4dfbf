/** Runs an agent in temporary home and project folders; used by every kind of trial. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Agent, Post } from './agent.ts';
import type { BlockingProxy } from './blocking-proxy.ts';
import { runBounded, type Outcome } from './bounded-process.ts';
import { task } from './task.ts';

/** The gateway of a run, and its limits. */
export interface AgentRun extends Pick<Post, 'url' | 'key' | 'model'> {
  readonly blockingProxy: BlockingProxy;
  /** The folder of the agent's installed package. */
  readonly installation: string;
  /** The temporary folder of this run. */
  readonly folder: string;
  /** Milliseconds after which the agent is killed. */
  readonly patienceMs: number;
}

/** Creates a temporary folder for one run of an agent. */
export function createRunFolder(agent: Agent): Promise<string> {
  return mkdtemp(join(tmpdir(), `parley-agent-${agent.name}-`));
}

/** The path of the file that the agent is asked to create. */
export function resultFile(folder: string): string {
  return join(projectFolder(folder), task.file);
}

/** Runs the task in empty folders; connections to other hosts are refused. */
export async function runAgent(agent: Agent, run: AgentRun): Promise<Outcome> {
  const { url, key, model, folder, patienceMs } = run;
  const home = join(folder, 'home');
  const project = projectFolder(folder);
  const launch = agent.launch(task.prompt, { home, project, url, key, model });
  await mkdir(project);
  await writeSettings(home, launch.settings);
  return runBounded({
    ...chooseCommand(join(run.installation, agent.program), launch.arguments),
    folder: project,
    environment: {
      PATH: process.env['PATH'],
      HOME: home,
      NO_COLOR: '1',
      ...run.blockingProxy.environment,
      ...launch.environment,
    },
    patienceMs,
  });
}

function projectFolder(folder: string): string {
  return join(folder, 'project');
}

/** JavaScript files are started with this Node, other programs directly. */
function chooseCommand(program: string, options: readonly string[]) {
  return /\.c?js$/.test(program)
    ? { file: process.execPath, arguments: [program, ...options] }
    : { file: program, arguments: options };
}

async function writeSettings(home: string, settings: Readonly<Record<string, string>>) {
  await mkdir(home);
  for (const [path, text] of Object.entries(settings)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
}
