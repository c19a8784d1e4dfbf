/** Runs one agent on the task, and collects what it shows; used by `run.ts`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { listProblems, type Evidence } from './problems.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { createRunFolder, resultFile, runAgent } from './run-agent.ts';
import { defaultModel, type TestGateway } from './test-gateway.ts';
import { scriptTask, task } from './task.ts';
import type { BlockingProxy } from './blocking-proxy.ts';

const patienceMs = 120_000;

export interface Trial {
  readonly agent: Agent;
  readonly seconds: number;
  /** Problems; empty if the task was done as without a gateway. */
  readonly problems: readonly string[];
  /** The fidelities that the gateway reported, worst last. */
  readonly fidelity: string;
  /** Other hosts to which connections were refused. */
  readonly elsewhere: readonly string[];
  /** The folder with all files of a trial; kept only if it had problems. */
  readonly folder: string | undefined;
}

export interface Setting {
  readonly testGateway: TestGateway;
  readonly blockingProxy: BlockingProxy;
  /** The folder of the agent's installed package. */
  readonly installation: string;
}

/** Runs the task with an agent in temporary folders. */
export async function tryAgent(agent: Agent, setting: Setting): Promise<Trial> {
  const folder = await createRunFolder(agent);
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
  const { upstream, recorder, parley } = testGateway;
  const file = resultFile(folder);
  upstream.clear();
  upstream.script(scriptTask(agent.writeFile(file, task.content), agent.aside));
  const outcome = await runAgent(agent, {
    ...{ url: recorder.url, key: parley.key, model: defaultModel },
    ...{ blockingProxy, installation, folder, patienceMs },
  });
  return {
    agent,
    outcome,
    content: await readFile(file, 'utf8').catch(() => undefined),
    exchanges: recorder.take(),
    requests: [...upstream.requests],
    failures: upstream.failures,
  };
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
