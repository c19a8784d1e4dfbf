// Runs the suite on our runtimes:
//   npm run conformance -- [--runtime node] [--only stream] [--json FILE] [--write]
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runtimes } from '../../scripts/serving.mjs';
import type { ScoreCard } from './card/card.ts';
import { writeMatrix, writeProblems, writeScoreCard } from './card/write-card.ts';
import { writeSummary } from './card/summary.ts';
import { runRuntime } from './run-runtime.ts';

const { values } = parseArgs({
  options: {
    runtime: { type: 'string', multiple: true },
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
  const file = resolve(process.env['INIT_CWD'] ?? '.', values.json);
  await writeFile(file, `${JSON.stringify(cards, null, 2)}\n`);
}
if (values.write) {
  await writeFile(new URL('../../docs/conformance.json', import.meta.url), writeSummary(cards));
}
if (cards.some(({ totals }) => totals.fail > 0)) process.exitCode = 1;

function chooseRuntimes(): readonly string[] {
  const chosen = values.runtime ?? runtimes;
  const unknown = chosen.find((name) => !runtimes.includes(name));
  if (unknown === undefined) return chosen;
  throw new Error(`There is no runtime "${unknown}"; use ${runtimes.join(', ')}.`);
}

async function runOn(runtime: string): Promise<ScoreCard> {
  process.stderr.write(`conformance of ${runtime}\n`);
  return runRuntime(runtime, {
    ...(values.only && { only: values.only }),
    tags: values.fast ? [] : ['slow', 'heavy'],
    onResult({ status, id, message = '' }) {
      if (status === 'fail') process.stderr.write(`✗ ${id}: ${message}\n`);
    },
  });
}
