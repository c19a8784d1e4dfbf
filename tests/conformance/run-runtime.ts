// Runs the suite on one runtime of this repository, with scripted upstreams.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRuntime } from '../../scripts/serving.mjs';
import { createScoreCard, type ScoreCard } from './card/card.ts';
import { rules } from './rules/rule.ts';
import { runScenarios, type RunOptions } from './runner.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { nameModel } from './gateway/configuration.ts';
import { startTestGateway } from './gateway/test-gateway.ts';

/**
 * @param runtime one of `runtimes` in `scripts/serving.mjs`; it must have been built
 * @param options `program`: the path of another version of the runtime
 * @throws Error when it does not start, or when a script of the suite failed
 */
export async function runRuntime(
  runtime: string,
  { program, ...options }: Omit<RunOptions, 'runtime'> & { readonly program?: string } = {},
): Promise<ScoreCard> {
  const startedAt = new Date();
  const testGateway = await startTestGateway();
  const folder = await mkdtemp(join(tmpdir(), 'parley-conformance-'));
  try {
    const file = join(folder, 'parley.yaml');
    await writeFile(file, testGateway.configuration);
    const running = await startRuntime(runtime, {
      ...(program !== undefined && { program }),
      environment: { PARLEY_CONFIG: file },
    });
    try {
      const { url, key, adminToken } = running;
      const target = { url, key, adminToken, model: nameModel('chat'), testGateway };
      const results = await runScenarios(target, scenarios, { ...options, runtime });
      if (testGateway.failures.length > 0)
        throw new AggregateError(testGateway.failures, 'Scripts failed.');
      return createScoreCard(rules, { target: runtime, startedAt, results });
    } finally {
      await running.stop();
    }
  } finally {
    await testGateway.close();
    await rm(folder, { recursive: true, force: true });
  }
}
