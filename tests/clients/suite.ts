/** Plays every scenario with one official library and every upstream, through the gateway and without it. */
import { answerWith } from '@parley/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { replyModes, type Client, type Limit, type ReplyMode, type Setup } from './driver.ts';
import { answers } from './scenarios/answers.ts';
import { failures } from './scenarios/failures.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { toolScenarios } from './scenarios/tools.ts';
import {
  nameModel,
  parts,
  startTestGateway,
  upstreamCredential,
  upstreamFormats,
  type TestGateway,
  type UpstreamFormat,
} from './test-gateway.ts';

const scenarios: readonly Scenario[] = [...failures, ...answers, ...toolScenarios];

const friendlyAnswer = answerWith({ text: 'Hello from the scripted upstream.' });

/** A client and its upstream, through the gateway or without it. */
interface Pair {
  readonly client: Client;
  readonly format: UpstreamFormat;
  readonly access: () => Pick<Setup, 'url' | 'key'>;
}

function findLimit({ client, format }: Pair, name: string, mode: ReplyMode): Limit | undefined {
  return client.limits.find(
    (limit) =>
      limit.scenario === name &&
      (limit.mode ?? mode) === mode &&
      (limit.over ?? [format]).includes(format),
  );
}

/** A known limit must name a scenario; otherwise it would have no effect. */
function checkLimits({ name, limits }: Client): void {
  const known = new Set(scenarios.map((scenario) => scenario.name));
  const unknown = limits.find((limit) => !known.has(limit.scenario));
  if (unknown) throw new Error(`${name} has a limit to no scenario: ${unknown.scenario}`);
}

/** The test of a known limit must fail, so that an outdated limit is detected. */
function registerScenario(pair: Pair, scenario: Scenario, getStage: () => TestGateway): void {
  const { client, format, access } = pair;
  const model = nameModel(client.family, format);
  for (const mode of scenario.replyModes ?? replyModes) {
    const play = () =>
      scenario.play({
        client,
        format,
        mode,
        upstream: getStage().upstream,
        connect: (needs = {}) => client.connect({ ...access(), model, ...needs }),
      });
    const limit = findLimit(pair, scenario.name, mode);
    const name = `${scenario.name}, ${mode}`;
    if (limit) it.fails(`${name} (beyond this library, which ${limit.reason})`, play);
    else it(name, play);
  }
}

/** Checks what holds for every request through the gateway, in every scenario. */
function expectDecency({ upstream, parley }: TestGateway, format: UpstreamFormat): void {
  for (const request of upstream.requests) {
    expect(request.dialect).toBe(parts[format].dialect);
    expect(request.model).toBe(parts[format].model);
    expect(JSON.stringify(request.headerLines)).not.toContain(parley.key);
  }
}

/**
 * Runs every scenario with every client, whole and streamed, with upstreams of every format. Without the gateway,
 * the same scenarios show what a library can do at all.
 */
export function testClients(clients: readonly Client[]): void {
  clients.forEach(checkLimits);
  let testGateway: TestGateway;
  beforeAll(async () => {
    testGateway = await startTestGateway();
  });
  afterAll(() => testGateway.close());
  afterEach(() => {
    expect(testGateway.upstream.failures).toEqual([]);
    testGateway.upstream.clear();
    testGateway.upstream.script(friendlyAnswer);
  });

  describe.each(upstreamFormats)('an upstream that speaks %s', (format) => {
    afterEach(() => expectDecency(testGateway, format));
    describe.each(clients)('$name', (client) => {
      const access = () => ({ url: testGateway.parley.url, key: testGateway.parley.key });
      for (const scenario of scenarios)
        registerScenario({ client, format, access }, scenario, () => testGateway);
    });
  });

  describe('an upstream without a gateway before it', () => {
    describe.each(clients)('$name', (client) => {
      const access = () => ({ url: testGateway.upstream.url, key: upstreamCredential });
      for (const scenario of scenarios.filter(({ ofGateway }) => !ofGateway))
        registerScenario({ client, format: client.format, access }, scenario, () => testGateway);
    });
  });
}
