// Runs scenarios concurrently against a gateway, each with a time limit.
import { createClient } from './http/client.ts';
import { Mismatch, shorten } from './check.ts';
import { findGap, type KnownGap } from './known-gaps.ts';
import type { AdminContext, Scenario, ScenarioContext, Target } from './scenario.ts';
import { createAdminClient, type AdminClient } from './gateway/admin-client.ts';

export type ScenarioStatus = 'pass' | 'fail' | 'gap' | 'not-run';

/** The result of one scenario. */
export interface ScenarioResult {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly status: ScenarioStatus;
  /** What differs, why it is a known gap, or why it did not run. */
  readonly message?: string;
  readonly milliseconds: number;
}

export interface RunOptions {
  /** Runs the scenarios whose id or rules start with one of these; all when absent. */
  readonly only?: readonly string[];
  /** Also runs the scenarios with these tags. */
  readonly tags?: readonly string[];
  /** Maximum number of concurrent scenarios; 16 when absent. */
  readonly concurrency?: number;
  /** The runtime whose known gaps apply. */
  readonly runtime?: string;
  readonly gaps?: readonly KnownGap[];
  onResult?(result: ScenarioResult): void;
}

const usualSeconds = 120;
const usualConcurrency = 16;

/**
 * Runs the scenarios that the target supports. Returns results in the order of the scenarios. Never rejects.
 */
export async function runScenarios(
  target: Target,
  scenarios: readonly Scenario[],
  options: RunOptions = {},
): Promise<readonly ScenarioResult[]> {
  const results = new Map<string, ScenarioResult>();
  const chosen = scenarios.filter((scenario) => isChosen(scenario, options));
  const work = async (queue: Scenario[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runOne(target, next, options);
      results.set(next.id, result);
      options.onResult?.(result);
    }
  };
  const together = chosen.filter(({ alone }) => alone !== true);
  const { concurrency = usualConcurrency } = options;
  await Promise.all(Array.from({ length: concurrency }, () => work(together)));
  await work(chosen.filter(({ alone }) => alone === true));
  return chosen.flatMap(({ id }) => results.get(id) ?? []);
}

function isChosen({ id, rules }: Scenario, { only }: RunOptions): boolean {
  return only?.some((start) => [id, ...rules].some((name) => name.startsWith(start))) ?? true;
}

async function runOne(
  target: Target,
  scenario: Scenario,
  options: RunOptions,
): Promise<ScenarioResult> {
  const { id, title, rules } = scenario;
  const missing = whatIsMissing(target, scenario, options);
  if (missing !== undefined) {
    return { id, title, rules, status: 'not-run', message: missing, milliseconds: 0 };
  }
  const begin = performance.now();
  const problem = await tryOut(target, scenario);
  const milliseconds = Math.round(performance.now() - begin);
  const gap = findGap(id, options.runtime, options.gaps);
  return { id, title, rules, milliseconds, ...judge(problem, gap, options.runtime) };
}

function whatIsMissing(
  target: Target,
  { needs, tag }: Scenario,
  { tags = [] }: RunOptions,
): string | undefined {
  if (tag !== undefined && !tags.includes(tag)) return `It is ${tag}.`;
  if (needs !== 'key' && target.adminToken === undefined) return 'It needs an admin token.';
  return needs === 'upstream' && target.testGateway === undefined
    ? 'It needs upstreams that the suite controls.'
    : undefined;
}

function judge(
  problem: string | undefined,
  gap: KnownGap | undefined,
  runtime: string | undefined,
): Pick<ScenarioResult, 'status' | 'message'> {
  if (problem === undefined) {
    // The version of a host may be newer than this suite.
    return gap === undefined || runtime === undefined
      ? { status: 'pass' }
      : { status: 'fail', message: 'This known gap has closed: take it out of known-gaps.ts.' };
  }
  return gap === undefined
    ? { status: 'fail', message: problem }
    : { status: 'gap', message: gap.reason };
}

/** @returns the problem, without any secret; `undefined` when there is none */
async function tryOut(target: Target, scenario: Scenario): Promise<string | undefined> {
  const limit = new AbortController();
  const seconds = scenario.seconds ?? usualSeconds;
  const timer = setTimeout(() => limit.abort(), seconds * 1_000);
  const admin = createAdmin(target);
  try {
    const late = new Promise<never>((_, reject) => {
      limit.signal.addEventListener('abort', () =>
        reject(new Mismatch(`It took longer than ${seconds} s.`)),
      );
    });
    await Promise.race([
      play(scenario, createContext(target, limit.signal), { target, admin }),
      late,
    ]);
    return undefined;
  } catch (thrown) {
    return hideSecrets(describe(thrown), target);
  } finally {
    clearTimeout(timer);
    limit.abort();
    await admin?.clear().catch(() => undefined);
  }
}

function createContext(target: Target, signal: AbortSignal): ScenarioContext {
  const client = createClient({ url: target.url, key: target.key, signal });
  return { target, client, send: (call) => client.send(call), signal };
}

/** Its calls have their own time limit, because it cleans up after the scenario's has passed. */
function createAdmin({ url, key, adminToken }: Target): AdminClient | undefined {
  if (adminToken === undefined) return undefined;
  const signal = new AbortController().signal;
  return createAdminClient(createClient({ url, key, signal }), adminToken);
}

async function play(
  scenario: Scenario,
  context: ScenarioContext,
  {
    target: { testGateway },
    admin,
  }: { readonly target: Target; readonly admin: AdminClient | undefined },
): Promise<void> {
  if (scenario.needs === 'key') return scenario.run(context);
  if (admin === undefined) throw new Mismatch('It needs an admin token.');
  const administered: AdminContext = { ...context, admin };
  if (scenario.needs === 'admin') return scenario.run(administered);
  if (testGateway === undefined) throw new Mismatch('It needs upstreams that the suite controls.');
  return scenario.run({ ...administered, testGateway });
}

function describe(thrown: unknown): string {
  if (thrown instanceof Mismatch) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}

function hideSecrets(text: string, { key, adminToken = key }: Target): string {
  const plain = text.replaceAll(key, '(the key)').replaceAll(adminToken, '(the admin token)');
  return shorten(plain.replace(/\b(sk-parley-|parley-admin-)\w+/g, '$1…'));
}
