// Changes the sources at one point at a time and lists the changes that no test notices; run by hand or nightly.
//   pnpm mutate [--minutes 30] [--seed 1] [--sample 40] [--tests <path>]… packages/protocol/src/dialects
// The files are changed while they are loaded, never on disk.
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAround, findReaching, isReachedEarly, type Place } from './mutants/choose-tests.ts';
import { findReason } from './mutants/equivalent.ts';
import { findMutations, type Mutation } from './mutants/mutations.ts';
import { writePlan } from './mutants/plan.ts';
import { describeTried, formatScores, type Tried } from './mutants/report.ts';
import {
  createTestRunner,
  type Findings,
  type Test,
  type TestRunner,
} from './mutants/test-runner.ts';

/** A change and its number. */
interface Mutant {
  readonly id: number;
  /** Its place among all changes of its file. */
  readonly place: number;
  readonly mutation: Mutation;
}

const root = join(import.meta.dirname, '..');
const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: 'Infinity' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    tests: { type: 'string', multiple: true, default: [] },
  },
});

async function main(): Promise<void> {
  if (paths.length === 0) throw new Error('Name the files or folders to change.');
  const mutants = chooseMutants(sourcesOf(paths));
  writePlan(planOf(mutants));
  const projects = new Set(paths.map(projectOf));
  const runner = await createTestRunner([...projects]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void runner.close().finally(() => process.exit(1)));
  }
  try {
    const files = [...new Set(mutants.map(({ mutation }) => mutation.file))];
    const tests = await runner.record(files, options.tests);
    reportTests(tests);
    const end = Date.now() + Number(options.minutes) * 60_000;
    await tryAll(runner, { mutants, tests, end });
  } finally {
    await runner.close();
  }
}

/** The project in `vitest.config.ts` whose tests stand beside a file. */
function projectOf(path: string): string {
  if (path.startsWith('apps/')) return 'apps';
  return path.startsWith('packages/store-') ? 'stores' : 'unit';
}

function sourcesOf(names: readonly string[]): string[] {
  const found = names.flatMap((name) => {
    const isFile = statSync(join(root, name)).isFile();
    return isFile ? [name] : globSync(`${name}/**/*.ts`, { cwd: root });
  });
  return [...new Set(found)]
    .filter((path) => !/\.test\.ts$|\.d\.ts$|\/testing\//.test(path))
    .toSorted();
}

/** The changes to try, numbered in this order: one of each folder after the other, so that time ends for all alike. */
function chooseMutants(files: readonly string[]): Mutant[] {
  const found = files.flatMap((file) =>
    findMutations(file, readFileSync(join(root, file), 'utf8')).map((mutation, place) => ({
      place,
      mutation,
    })),
  );
  const wanted = found.filter(({ mutation }) => isWanted(mutation));
  const folders = [
    ...Map.groupBy(shuffle(wanted), ({ mutation }) => dirname(mutation.file)).values(),
  ];
  const sample = Math.min(Number(options.sample), Math.max(...folders.map(({ length }) => length)));
  const rounds = Array.from({ length: sample }, (_, round) =>
    folders.flatMap((folder) => folder[round] ?? []),
  );
  console.log(`${rounds.flat().length} of ${found.length} changes are to be tried.`);
  return rounds.flat().map((mutant, id) => ({ ...mutant, id }));
}

/** With `--only`, the changes of one line, as in the list: `path/file.ts:12`. */
function isWanted({ file, line }: Mutation): boolean {
  return options.only === undefined || options.only === `${file}:${line}`;
}

/** The same seed gives the same order, so that a run can be repeated. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let state = Number(options.seed);
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return [state, item] as const;
  });
  return keyed.sort(([one], [other]) => one - other).map(([, item]) => item);
}

function planOf(mutants: readonly Mutant[]): Map<string, Map<number, number>> {
  const plan = new Map<string, Map<number, number>>();
  for (const { id, place, mutation } of mutants) {
    const ids = plan.get(mutation.file) ?? new Map<number, number>();
    plan.set(mutation.file, ids.set(place, id));
  }
  return plan;
}

function reportTests(tests: readonly Test[]): void {
  const failed = tests.filter(({ hasPassed }) => !hasPassed);
  for (const { file, name } of failed) console.log(`fails without any change: ${file}  ${name}`);
  if (failed.length === tests.length) throw new Error('No related test passes without a change.');
  console.log(`${tests.length - failed.length} related tests pass without a change.`);
}

interface Attempts {
  readonly mutants: readonly Mutant[];
  readonly tests: readonly Test[];
  /** In milliseconds since 1970. */
  readonly end: number;
}

/** How many changes are tried in one run of the tests; the time is looked at after each. */
const batchSize = 100;

async function tryAll(runner: TestRunner, { mutants, tests, end }: Attempts): Promise<void> {
  const tried: Tried[] = [];
  for (let at = 0; at < mutants.length && Date.now() < end; at += batchSize) {
    const batch = await tryBatch(runner, mutants.slice(at, at + batchSize), tests);
    for (const one of batch) if (one.verdict !== 'noticed') console.log(describeTried(one));
    tried.push(...batch);
  }
  console.log(`${tried.length} of ${mutants.length} changes were tried.\n${formatScores(tried)}`);
}

const limit = Number(options.seconds) * 1000;

async function tryBatch(
  runner: TestRunner,
  mutants: readonly Mutant[],
  tests: readonly Test[],
): Promise<Tried[]> {
  const open = mutants.filter(({ mutation }) => findReason(mutation) === undefined);
  const byTest: Record<string, number[]> = {};
  for (const mutant of open) {
    for (const { id } of findReaching(tests, placeOf(mutant), limit))
      (byTest[id] ??= []).push(mutant.id);
  }
  const reaching = tests
    .filter(({ id }) => byTest[id] !== undefined)
    .toSorted((one, two) => one.duration - two.duration);
  const findings = await runner.repeat(reaching, { mutants: byTest, limit });
  const tried: Tried[] = [];
  for (const mutant of mutants)
    tried.push(await judge(runner, mutant, { findings, tests, mutants }));
  return tried;
}

interface Judged {
  readonly findings: Findings;
  readonly tests: readonly Test[];
  readonly mutants: readonly Mutant[];
}

async function judge(
  runner: TestRunner,
  mutant: Mutant,
  { findings, tests, mutants }: Judged,
): Promise<Tried> {
  const { id, mutation } = mutant;
  const remark = findReason(mutation);
  if (remark !== undefined) return { mutation, verdict: 'equivalent', remark };
  if (findings.noticed.has(id)) return { mutation, verdict: 'noticed' };
  if (findings.endless.has(id)) return { mutation, verdict: 'endless' };
  const place = placeOf(mutant);
  const isEarly = isReachedEarly(tests, place);
  const reaching = findReaching(tests, place, Infinity);
  const once = reaching.filter((test) => findings.unrepeatable.has(test.id));
  const inFile = mutants.filter((other) => other.mutation.file === mutation.file);
  const fileIds = new Set(inFile.map((other) => other.id));
  const alone = isEarly ? findAround(tests, place, { fileIds, limit }) : once;
  const outcome = alone.length === 0 ? 'passed' : await runner.runSingle(alone, id);
  if (outcome !== 'passed')
    return { mutation, verdict: outcome === 'failed' ? 'noticed' : 'endless' };
  const verdict = reaching.length === 0 && !isEarly ? 'unreached' : 'missed';
  const left = reaching.length - findReaching(tests, place, limit).length;
  return {
    mutation,
    verdict: mutation.isLogText ? 'log text' : verdict,
    ...(left > 0 && { remark: `${left} tests were left out` }),
  };
}

function placeOf({ id, mutation }: Mutant): Place {
  return { id, file: mutation.file };
}

await main();
