/**
 * Measures the CPU time of counting one exchange for the metrics, in a process that does only this.
 * Run it with `node --conditions=parley-source bench/metrics.ts`.
 */
import process from 'node:process';
import { createAdmin } from '@parley/admin';
import { configurationFromEnvironment, createGateway } from '@parley/core';
import type { ExchangeSummary, GatewayExtension } from '@parley/core/extension';
import { createMemoryStore } from '@parley/core/memory-store';

const exchanges = 200_000;
const rounds = 6;

const usage = {
  ...{ input: 200, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
  ...{ output: 150, reasoning: 0 },
};
const exchange: ExchangeSummary = {
  ...{
    id: 'req_1',
    endpoint: '/v1/chat/completions',
    key: undefined,
    headers: new Headers(),
    inbound: 'openai-chat',
    callName: 'tide',
  },
  attempts: [{ upstream: 'rack', model: 'tide', startedTick: 101.2 }],
  ...{ stream: false, status: 200, outcome: 'completed', error: undefined },
  ...{ startedTick: 100, firstByteTick: 110, durationMs: 12 },
  charges: [
    {
      ...{ attempt: 1, upstream: 'rack', upstreamModel: 'tide', usage },
      ...{ nanoUsd: 1_234, listNanoUsd: 1_234, costNanoUsd: 1_234, pricing: 'priced' },
    },
  ],
};

let admin: GatewayExtension | undefined;
const gateway = createGateway({
  store: createMemoryStore(),
  configuration: configurationFromEnvironment({}),
  extensions: [(context) => (admin = createAdmin()(context))],
});
for (let round = 0; round < rounds; round += 1) {
  const before = process.cpuUsage();
  for (let count = 0; count < exchanges; count += 1) admin?.onEnded?.(exchange);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${((user + system) / exchanges).toFixed(2)} µs\n`);
}
await gateway.close();
