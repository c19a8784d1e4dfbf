// Runs the suite on the runtimes of this repository:
//   npm run conformance -- [--runtime node] [--only stream] [--json FILE] [--write]
//   npm run conformance -- --runtime node --program FILE   on another version of a runtime
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runtimes } from '../../scripts/serving.mjs';
import type { ScoreCard } from './card/card.ts';
import { writeMatrix, writeProblems, writeScoreCard } from './card/write-card.ts';
import { createSummary, placeSupportTable, type Summary } from './card/summary.ts';
import { runRuntime } from './run-runtime.ts';

const { values } = parseArgs({
  options: {
    runtime: { type: 'string', multiple: true },
    program: { type: 'string' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
    card: { type: 'boolean', default: false },
  },
});

const cards: ScoreCard[] = [];
for (const runtime of chooseRuntimes()) cards.push(await runOn(runtime));
process.stdout.write(`\n${writeMatrix(cards)}\n`);
for (const card of cards) {
  const problems = writeProblems(card);
  if (problems.length > 0) process.stdout.write(`\n${card.target}\n\n${problems.join('\n')}\n`);
  if (values.card) process.stdout.write(`\n${writeScoreCard(card)}`);
}
if (values.json !== undefined) {
  const file = fromCaller(values.json);
  await writeFile(file, `${JSON.stringify(cards, null, 2)}\n`);
}
if (values.write) await writeDown();
if (cards.some(({ totals }) => totals.fail > 0)) process.exitCode = 1;

/** A path that the caller gave, who may be in another folder. */
function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}

/** Writes `docs/conformance.json` and the table of the README. */
async function writeDown(): Promise<void> {
  const file = new URL('../../docs/conformance.json', import.meta.url);
  const readme = new URL('../../README.md', import.meta.url);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Summary) : undefined;
  const summary = createSummary(cards, runtimes, before);
  await writeFile(file, `${JSON.stringify(summary, null, 2)}\n`);
  await writeFile(readme, placeSupportTable(readFileSync(readme, 'utf8'), summary));
}

function chooseRuntimes(): readonly string[] {
  const chosen = values.runtime ?? runtimes;
  const unknown = chosen.find((name) => !runtimes.includes(name));
  if (unknown === undefined) return chosen;
  throw new Error(`There is no runtime "${unknown}"; use ${runtimes.join(', ')}.`);
}

async function runOn(runtime: string): Promise<ScoreCard> {
  process.stderr.write(`conformance of ${runtime}\n`);
  return runRuntime(runtime, {
    ...(values.only && { only: values.only.flatMap((names) => names.split(',')) }),
    ...(values.program !== undefined && { program: fromCaller(values.program) }),
    tags: values.fast ? [] : ['slow', 'heavy'],
    onResult({ status, id, message = '' }) {
      if (status === 'fail') process.stderr.write(`✗ ${id}: ${message}\n`);
    },
  });
}
