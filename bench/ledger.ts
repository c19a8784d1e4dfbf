/**
 * Measures an exchange of a limited key in the store, from the look-up of the key to the settlement, with few
 * keys and with many. The difference of the first two lines is the cost of keys that make no calls. In the
 * third line every exchange has another key, so that no row was used recently and each exchange adds a
 * usage row.
 * Run it with `node --conditions=parley-source bench/ledger.ts [folder]`. The databases are in that folder,
 * which should be on the disk to measure; by default it is a temporary one.
 */
import { tmpdir } from 'node:os';
import process from 'node:process';
import { hashSecret } from '@parley/core';
import { createKey, limits, openPopulation, sizes, type Population } from './populations.ts';
import { settlementOf } from './settlement.ts';

/** The databases take turns, so that other load on the machine affects all of them. */
const rounds = 8;
const exchangesPerRound = 2_000;
/** The smallest number of keys, so that a batch has the same number of keys in each database. */
const atOnce = 10;

const stages = ['findKey', 'reserve', 'settle'] as const;
type Stage = (typeof stages)[number];

/** One database and its measurements, in microseconds per exchange, one value per round. */
interface Subject extends Population {
  readonly hashes: readonly string[];
  readonly measured: Readonly<Record<Stage, number[]>>;
}

async function openSubject(size: (typeof sizes)[number]): Promise<Subject> {
  const population = await openPopulation(process.argv[2] ?? tmpdir(), size);
  const hashes = await Promise.all(population.secrets.map(hashSecret));
  return { ...population, hashes, measured: { findKey: [], reserve: [], settle: [] } };
}

async function timed<Value>(
  { measured }: Subject,
  stage: Stage,
  work: () => Promise<readonly Value[]>,
): Promise<readonly Value[]> {
  const start = performance.now();
  const values = await work();
  measured[stage].push(((performance.now() - start) * 1_000) / values.length);
  return values;
}

let exchanges = 0;

/** Runs concurrent exchanges, each of another key: a large odd step visits them out of order. */
async function runTogether(subject: Subject): Promise<void> {
  const { store, busy, hashes } = subject;
  const serials = Array.from({ length: atOnce }, () => {
    exchanges += 1;
    return { id: `exchange-${exchanges}`, serial: (exchanges * 7_919) % busy };
  });
  const found = await timed(subject, 'findKey', () =>
    Promise.all(serials.map(({ serial }) => store.findKey(hashes[serial] ?? ''))),
  );
  const calls = serials.map(({ id }, index) => ({ id, key: found[index]?.key ?? createKey(0) }));
  const amounts = {
    nanoUsd: 5_000,
    leastNanoUsd: 1_000,
    tokens: 2_000,
    leastTokens: 1_000,
    rateTokens: 1_000,
  };
  const outcomes = await timed(subject, 'reserve', () =>
    Promise.all(
      calls.map(({ id, key: { id: keyId, accountId } }) =>
        store.reserve({
          ...{ id, keyId, accountId, limits, amounts },
          ...{ last: false, owner: 'bench', lifeMs: 45_000 },
        }),
      ),
    ),
  );
  if (outcomes.some(({ kind }) => kind !== 'granted')) throw new Error('A call was not granted.');
  await timed(subject, 'settle', () =>
    Promise.all(calls.map(({ id, key }) => store.settle(settlementOf(id, key, Date.now())))),
  );
}

async function runRound(subject: Subject): Promise<void> {
  for (let done = 0; done < exchangesPerRound; done += atOnce) await runTogether(subject);
}

/** The median ignores the rounds in which the machine had other load. */
function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function describeSubject({ keys, busy, measured }: Subject): Readonly<Record<string, number>> {
  const costs = stages.map((stage) => [stage, Math.round(median(measured[stage]))] as const);
  const sum = costs.reduce((total, [, cost]) => total + cost, 0);
  return { keys, busy, ...Object.fromEntries(costs), 'µs an exchange': sum };
}

const subjects: Subject[] = [];
try {
  for (const size of sizes) subjects.push(await openSubject(size));
  for (const subject of subjects) {
    // The first round also reads the database into memory.
    await runRound(subject);
    for (const stage of stages) subject.measured[stage].length = 0;
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) await runRound(subject);
  }
  const rows = subjects.map(describeSubject);
  const [first = 1] = rows.map((row) => row['µs an exchange'] ?? 1);
  console.table(
    rows.map((row) => ({ ...row, ratio: ((row['µs an exchange'] ?? 0) / first).toFixed(2) })),
  );
} finally {
  for (const subject of subjects) await subject.remove();
}
