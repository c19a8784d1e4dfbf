// Formats score cards as text.
import type { ScenarioResult, ScenarioStatus } from '../runner.ts';
import { listSections, sumUp, type RuleScore, type ScoreCard, type Totals } from './card.ts';

const marks: Readonly<Record<ScenarioStatus, string>> = {
  pass: '✓',
  fail: '✗',
  gap: '~',
  'not-run': '–',
};

const sentenceWidth = 78;

/** Lists every rule with its result by section, then the failures. */
export function writeScoreCard(card: ScoreCard): string {
  const sections = [...listSections(card)].map(([section, scores]) =>
    [`${section}  ${writeTotals(sumUp(scores))}`, ...scores.map(writeRule), ''].join('\n'),
  );
  return [
    `Conformance of ${card.target}`,
    '',
    ...sections,
    ...writeProblems(card),
    `${card.rules.length} rules: ${writeTotals(card.totals)}`,
    '',
  ].join('\n');
}

function writeRule({ status, id, sentence }: RuleScore): string {
  const short =
    sentence.length > sentenceWidth ? `${sentence.slice(0, sentenceWidth - 1)}…` : sentence;
  return `  ${marks[status]} ${id.padEnd(28)} ${short}`;
}

/** Such as `12 passed, 1 failed`. */
export function writeTotals(totals: Totals): string {
  const words = { pass: 'passed', fail: 'failed', gap: 'known gaps', 'not-run': 'not run' };
  const said = (['pass', 'fail', 'gap', 'not-run'] as const).filter(
    (status) => status === 'pass' || totals[status] > 0,
  );
  return said.map((status) => `${totals[status]} ${words[status]}`).join(', ');
}

/** Lists failures and known gaps with their messages. */
export function writeProblems({ scenarios }: Pick<ScoreCard, 'scenarios'>): readonly string[] {
  const failed = scenarios.filter(({ status }) => status === 'fail');
  const gaps = scenarios.filter(({ status }) => status === 'gap');
  return [
    ...(failed.length > 0 ? ['Failed', ...failed.map(writeScenario), ''] : []),
    ...(gaps.length > 0 ? ['Known gaps', ...gaps.map(writeScenario), ''] : []),
  ];
}

function writeScenario({ status, id, title, rules, message = '' }: ScenarioResult): string {
  return `  ${marks[status]} ${id}: ${title}\n    ${message}\n    proves ${rules.join(', ')}`;
}

/** One row for each section, one column for each target. */
export function writeMatrix(cards: readonly ScoreCard[]): string {
  const sections = [...new Set(cards.flatMap((card) => [...listSections(card).keys()]))];
  const rows = sections.map((section) => [
    section,
    ...cards.map((card) => writeShare(listSections(card).get(section) ?? [])),
  ]);
  const all = ['All rules', ...cards.map(({ rules }) => writeShare(rules))];
  return alignRows([['Section', ...cards.map(({ target }) => target)], ...rows, all]);
}

/** Such as `12/12`, `11/12 1✗` or `10/12 2~`: passed of those that ran, then failures or known gaps. */
export function writeShare(scores: readonly { readonly status: ScenarioStatus }[]): string {
  const { pass, fail, gap } = sumUp(scores);
  const parts = [
    `${pass}/${pass + fail + gap}`,
    ...(fail > 0 ? [`${fail}${marks.fail}`] : []),
    ...(gap > 0 ? [`${gap}${marks.gap}`] : []),
  ];
  return parts.join(' ');
}

function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
