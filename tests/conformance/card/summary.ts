// The committed summary of all runs, and the support table of the README.
import type { ScoreCard } from './card.ts';
import { listSections, sumUp, type Totals } from './card.ts';

/** The part of a run that is stored: without times, so that an unchanged result changes no file. */
export interface Summary {
  readonly rules: number;
  readonly targets: readonly TargetSummary[];
}

interface TargetSummary {
  readonly target: string;
  readonly totals: Totals;
  readonly sections: readonly { readonly section: string; readonly totals: Totals }[];
  readonly gaps: readonly { readonly scenario: string; readonly reason: string }[];
}

/**
 * Creates the summary of a run. Targets that did not run keep their earlier result.
 * @param order the names of all targets, as tables show them
 */
export function createSummary(
  cards: readonly ScoreCard[],
  order: readonly string[],
  before?: Summary,
): Summary {
  const fresh = cards.map(summarize);
  const kept = (before?.targets ?? []).filter(
    ({ target }) => !fresh.some((each) => each.target === target),
  );
  const all = [...fresh, ...kept];
  return {
    rules: cards[0]?.rules.length ?? before?.rules ?? 0,
    targets: order.flatMap((name) => all.filter(({ target }) => target === name)),
  };
}

function summarize(card: ScoreCard): TargetSummary {
  return {
    target: card.target,
    totals: card.totals,
    sections: [...listSections(card)].map(([section, scores]) => ({
      section,
      totals: sumUp(scores),
    })),
    gaps: card.scenarios
      .filter(({ status }) => status === 'gap')
      .map(({ id, message = '' }) => ({ scenario: id, reason: message })),
  };
}

const titles: Readonly<Record<string, string>> = {
  node: 'Node',
  bun: 'Bun',
  'deno-deploy': 'Deno Deploy',
  lambda: 'AWS Lambda',
  cloudflare: 'Cloudflare Workers',
};

/** The support table in Markdown, as prettier writes it. */
function writeSupportTable({ rules, targets }: Summary): string {
  const rows = targets.map(({ target, totals }) => [
    titles[target] ?? target,
    `${totals.pass} of ${rules}`,
    totals.fail + totals.gap + totals['not-run'] === 0 ? 'none' : describeRest(totals),
  ]);
  const table = [['Runtime', 'Rules that hold', 'Others'], ...rows];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const write = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [write(head), write(['', '', ''], '-'), ...body.map((row) => write(row))].join('\n');
}

function describeRest(totals: Totals): string {
  const words = { fail: 'fail', gap: 'known gaps', 'not-run': 'not run' } as const;
  return (['fail', 'gap', 'not-run'] as const)
    .filter((status) => totals[status] > 0)
    .map((status) => `${totals[status]} ${words[status]}`)
    .join(', ');
}

const begin = '<!-- conformance: written by npm run conformance -- --write -->';
const end = '<!-- /conformance -->';

/** Replaces the table between its marks. @throws Error when the page has no marks */
export function placeSupportTable(page: string, summary: Summary): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The page has no place for the table.');
  return `${page.slice(0, from)}${begin}\n\n${writeSupportTable(summary)}\n\n${page.slice(to)}`;
}
