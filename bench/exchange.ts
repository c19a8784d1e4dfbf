/**
 * Measures a whole exchange of a limited key in the gateway, with few keys and with many: look-up of the key,
 * look-up of the call name among a thousand, reservation, the demo upstream, and settlement.
 * Run it with `node --conditions=parley-source bench/exchange.ts [folder]`. The databases
 * are in that folder, by default a temporary one.
 */
import { tmpdir } from 'node:os';
import process from 'node:process';
import { configurationSchema, createGateway, type Gateway } from '@parley/core';
import { openPopulation, sizes, type Population } from './populations.ts';

const models = 1_000;
/** The gateways take turns, so that other load on the machine affects all of them. */
const rounds = 8;
const exchangesPerRound = 1_000;
const atOnce = 10;

interface Subject extends Population {
  readonly gateway: Gateway;
  /** Microseconds per exchange, one value per round. */
  readonly measured: number[];
}

const names = Array.from({ length: models }, (_, index) => `model-${index}`);
const configuration = configurationSchema.parse({
  upstreams: { demo: { provider: 'demo' } },
  models: Object.fromEntries(
    names.map((name) => [name, { targets: [{ upstream: 'demo', model: 'echo' }] }]),
  ),
  prices: [{ match: 'demo/*', input: 1, output: 2 }],
});

async function openSubject(size: (typeof sizes)[number]): Promise<Subject> {
  const population = await openPopulation(process.argv[2] ?? tmpdir(), size);
  const gateway = createGateway({ store: population.store, configuration });
  return { ...population, gateway, measured: [] };
}

let exchanges = 0;

async function exchange({ gateway, secrets, busy }: Subject): Promise<void> {
  exchanges += 1;
  const response = await gateway.fetch(
    new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secrets[(exchanges * 7_919) % busy] ?? ''}`,
      },
      body: JSON.stringify({
        model: names[exchanges % models],
        max_tokens: 100,
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    }),
  );
  if (response.status !== 200) throw new Error(await response.text());
  await response.text();
}

async function runRound(subject: Subject): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < exchangesPerRound; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => exchange(subject)));
  }
  subject.measured.push(((performance.now() - start) * 1_000) / exchangesPerRound);
}

/** The median ignores the rounds in which the machine had other load. */
function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

const subjects: Subject[] = [];
try {
  for (const size of sizes) subjects.push(await openSubject(size));
  for (const subject of subjects) {
    await runRound(subject);
    subject.measured.length = 0;
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) await runRound(subject);
  }
  const [first = 1] = subjects.map(({ measured }) => median(measured));
  console.table(
    subjects.map(({ keys, busy, measured }) => ({
      keys,
      busy,
      'µs an exchange': Math.round(median(measured)),
      ratio: (median(measured) / first).toFixed(2),
    })),
  );
} finally {
  for (const { gateway, remove } of subjects) {
    await gateway.close();
    await remove();
  }
}
