import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { listProblems, type Evidence } from './problems.ts';
import type { RecordedExchange } from './recorder.ts';
import { createRunFolder, resultFile, runAgent } from './run-agent.ts';
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
