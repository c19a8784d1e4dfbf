// Runs coding assistants against a failing model service, with and without the built gateway, and compares:
//   node --conditions=parley-source tests/agents/run-failures.ts [agent|all] [failure|all] [twice|always|all] [same|foreign]
import { agentNames, type Agent } from './agent.ts';
import { startBlockingProxy } from './blocking-proxy.ts';
import { compareTrials, describeTrial, nameSetup } from './failure-report.ts';
import { failures, type Failure } from './failures.ts';
import { tryFailure, type FailureSetting, type Route, type Span } from './failure-trial.ts';
import { installAgent } from './installation.ts';
import { setups } from './setups.ts';

/** Milliseconds; an assistant that runs longer than this counts as still trying. */
const patienceMs = 45_000;

const [name = 'all', failureName = 'all', spanName = 'all', kind = 'same'] = process.argv.slice(2);
const agents = firstSetups().filter((agent) => name === 'all' || agent.name === name);
const wanted = failures.filter((each) => failureName === 'all' || each.name === failureName);
if (agents.length === 0 || wanted.length === 0 || !/^(?:same|foreign)$/.test(kind)) {
  const names = failures.map((each) => each.name);
  console.error(`Agents: ${agentNames.join(', ')}, all. Failures: ${names.join(', ')}, all.`);
  process.exitCode = 2;
} else {
  process.exitCode = (await runAll()) ? 0 : 1;
}

/** One set-up of an agent for each of its formats, and for WebSockets. */
function firstSetups(): readonly Agent[] {
  const seen = new Set<string>();
  return setups.filter((agent) => {
    const setup = nameSetup(agent);
    const isFirst = !seen.has(setup);
    seen.add(setup);
    return isFirst;
  });
}

/** @returns whether no trial ends worse with the gateway */
async function runAll(): Promise<boolean> {
  const blockingProxy = await startBlockingProxy();
  const problems: string[] = [];
  try {
    for (const agent of agents) {
      const setting = { blockingProxy, installation: await installAgent(agent.name), patienceMs };
      for (const failure of wanted) problems.push(...(await compare(agent, failure, setting)));
    }
  } finally {
    await blockingProxy.close();
  }
  console.log(problems.length === 0 ? '\nNothing is worse.' : `\n${problems.join('\n')}`);
  return problems.length === 0;
}

async function compare(
  agent: Agent,
  failure: Failure,
  setting: FailureSetting,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const span of listSpans(failure)) {
    const run = async (route: Route) => {
      const trial = await tryFailure({ agent, failure, span, route }, setting);
      console.log(describeTrial(trial));
      return trial;
    };
    const direct = await run('direct');
    const through = await run(kind === 'same' ? agent.dialect : chooseForeign(agent));
    const title = `${nameSetup(agent)}, ${failure.name}, ${span}`;
    problems.push(...compareTrials(direct, through).map((problem) => `${title}: ${problem}`));
  }
  return problems;
}

/** A failure that no retry can solve occurs always. */
function listSpans({ isCurable }: Failure): readonly Span[] {
  const spans: readonly Span[] = isCurable ? ['twice', 'always'] : ['always'];
  return spans.filter((span) => spanName === 'all' || spanName === span);
}

function chooseForeign({ dialect }: Agent): Route {
  return dialect === 'openai-chat' ? 'anthropic-messages' : 'openai-chat';
}
