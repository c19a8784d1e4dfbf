import { tmpdir } from 'node:os';
import process from 'node:process';
import { hashSecret } from '@parley/core';
import { createKey, limits, openPopulation, sizes, type Population } from './populations.ts';
import { settlementOf } from './settlement.ts';

/**
 * Measures what an exchange of a limited key costs in the store, from looking its key up to settling
 * it, with few keys and with many. What keys cost that do not call is the second line against the first.
 * In the third every exchange is of another key, so that nothing is where it was touched before, and
 * each begins a line of usage of its own.
 * Run with `node --conditions=parley-source bench/ledger.ts`; the folder for the databases, on the
 * disk that is to be measured, may be given as the argument.
 */

/** The databases take turns, so that what else the machine does falls on all. */
const rounds = 8;
const exchangesPerRound = 2_000;
/** As many as there are keys where there are few, so that a batch is of as many keys in either. */
const atOnce = 10;

const stages = ['findKey', 'reserve', 'settle'] as const;
type Stage = (typeof stages)[number];

/** One database and what was measured on it, in microseconds an exchange, a round each. */
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

/** Some exchanges at once, each of another key: a large odd step walks through them out of order. */
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
      calls.map(({ id: exchangeId, key: { id: keyId, accountId } }) =>
        store.reserve({
          ...{ exchangeId, keyId, accountId, limits, amounts },
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

/** The median leaves out what else the machine did. */
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
