// Runs coding assistants from the npm registry on a task through the built gateway, without a network:
//   node --conditions=parley-source tests/agents/run.ts [agent|all] [upstream|all]
import type { Dialect } from '@parley/testkit';
import { agentNames, type AgentName } from './agent.ts';
import { installAgent, versionOf } from './installation.ts';
import { setups } from './setups.ts';
import { defaultModel, startTestGateway } from './test-gateway.ts';
import { writeProblems, writeTable, type Row } from './table.ts';
import { startBlockingProxy } from './blocking-proxy.ts';
import { tryAgent } from './trial.ts';

const dialects: readonly Dialect[] = [
  'openai-chat',
  'anthropic-messages',
  'gemini-generate',
  'openai-responses',
];
const [wantedName = 'all', wantedUpstream = 'all'] = process.argv.slice(2);
const names = agentNames.filter((name) => wantedName === 'all' || wantedName === name);
const upstreams = dialects.filter((each) => wantedUpstream === 'all' || wantedUpstream === each);
if (names.length === 0 || upstreams.length === 0) {
  console.error(`Agents: ${agentNames.join(', ')}, all. Upstreams: ${dialects.join(', ')}, all.`);
  process.exitCode = 2;
} else {
  process.exitCode = (await runTrials()) ? 0 : 1;
}

/** @returns whether no trial had a problem */
async function runTrials(): Promise<boolean> {
  const installations = new Map<AgentName, string>();
  for (const name of names) {
    console.log(`${name} ${versionOf(name)}`);
    installations.set(name, await installAgent(name));
  }
  const rows: Row[] = [];
  for (const upstream of upstreams) rows.push(...(await runOver(upstream, installations)));
  console.log(`\n${writeTable(rows)}\n${writeProblems(rows)}`);
  return rows.every(({ trial }) => trial.problems.length === 0);
}

async function runOver(
  upstream: Dialect,
  installations: ReadonlyMap<AgentName, string>,
): Promise<readonly Row[]> {
  const callNames = new Set([defaultModel, ...setups.flatMap(({ models }) => models ?? [])]);
  const testGateway = await startTestGateway(upstream, [...callNames]);
  const blockingProxy = await startBlockingProxy();
  const rows: Row[] = [];
  try {
    for (const agent of setups) {
      const installation = installations.get(agent.name);
      if (installation === undefined) continue;
      const trial = await tryAgent(agent, { testGateway, blockingProxy, installation });
      rows.push({ upstream, trial });
    }
  } finally {
    await blockingProxy.close();
    await testGateway.close();
  }
  return rows;
}
