import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Agent, Post } from './agent.ts';
import { runBounded } from './bounded-process.ts';
import { listProblems, type Evidence } from './problems.ts';
import type { RecordedExchange } from './recorder.ts';
import { defaultModel, type TestGateway } from './test-gateway.ts';
import { scriptTask, task } from './task.ts';
import type { BlockingProxy } from './blocking-proxy.ts';

const patienceMs = 120_000;

export interface Trial {
  readonly agent: Agent;
  readonly seconds: number;
  /** What went wrong; nothing when the agent lives well on the gateway. */
  readonly problems: readonly string[];
  /** What the gateway said of its translations, worst last. */
  readonly fidelity: string;
  /** Hosts other than the gateway that were asked for, in vain. */
  readonly elsewhere: readonly string[];
  /** Where everything is kept for a look; only of a trial with problems. */
  readonly folder: string | undefined;
}

export interface Setting {
  readonly testGateway: TestGateway;
  readonly blockingProxy: BlockingProxy;
  /** The folder that the agent's package was installed to. */
  readonly installation: string;
}

/** Lets an agent do the task in folders of its own. */
export async function tryAgent(agent: Agent, setting: Setting): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), `parley-agent-${agent.name}-`));
  const started = performance.now();
  const evidence = await gatherEvidence(agent, setting, folder);
  const seconds = (performance.now() - started) / 1000;
  const problems = listProblems(evidence);
  if (problems.length > 0) await keepEvidence(evidence, folder);
  else await rm(folder, { recursive: true, force: true });
  return {
    agent,
    seconds,
    problems,
    fidelity: readFidelity(evidence.exchanges),
    elsewhere: setting.blockingProxy.takeHosts(),
    folder: problems.length > 0 ? folder : undefined,
  };
}

async function gatherEvidence(
  agent: Agent,
  { testGateway, blockingProxy, installation }: Setting,
  folder: string,
): Promise<Evidence> {
  const post: Post = {
    home: join(folder, 'home'),
    project: join(folder, 'project'),
    url: testGateway.recorder.url,
    key: testGateway.parley.key,
    model: defaultModel,
  };
  const file = join(post.project, task.file);
  const launch = agent.launch(task.prompt, post);
  await mkdir(post.project);
  await writeSettings(post.home, launch.settings);
  testGateway.upstream.clear();
  testGateway.upstream.script(scriptTask(agent.writeFile(file, task.content), agent.aside));
  const outcome = await runBounded({
    ...chooseCommand(join(installation, agent.program), launch.arguments),
    folder: post.project,
    environment: {
      PATH: process.env['PATH'],
      HOME: post.home,
      NO_COLOR: '1',
      ...blockingProxy.environment,
      ...launch.environment,
    },
    patienceMs,
  });
  return {
    agent,
    outcome,
    content: await readFile(file, 'utf8').catch(() => undefined),
    exchanges: testGateway.recorder.take(),
    requests: [...testGateway.upstream.requests],
    failures: testGateway.upstream.failures,
  };
}

/** Scripts run on the Node that runs this; everything else runs by itself. */
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

function readFidelity(exchanges: readonly RecordedExchange[]): string {
  const said = new Set(exchanges.map(({ headers }) => headers['parley-translation'] ?? ''));
  return ['exact', 'adapted', 'lossy'].filter((word) => said.has(word)).join(', ');
}

async function keepEvidence(evidence: Evidence, folder: string): Promise<void> {
  const { outcome, exchanges, requests } = evidence;
  const received = requests.map(({ method, target, headers, body }) => ({
    method,
    target,
    headers,
    body,
  }));
  await writeFile(join(folder, 'output.txt'), outcome.output);
  await writeFile(join(folder, 'exchanges.json'), JSON.stringify(exchanges, null, 2));
  await writeFile(join(folder, 'upstream-requests.json'), JSON.stringify(received, null, 2));
}
