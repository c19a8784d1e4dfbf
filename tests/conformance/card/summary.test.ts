import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules } from '../rules/rule.ts';
import { createScoreCard } from './card.ts';
import { createSummary, placeSupportTable, type Summary } from './summary.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

const summary = JSON.parse(read('docs/conformance.json')) as Summary;

describe('the committed score card', () => {
  it('matches the README', () => {
    const page = read('README.md');
    expect(placeSupportTable(page, summary)).toBe(page);
  });

  it('has the current number of rules; after a change of them, run it again with --write', () => {
    expect(summary.rules).toBe(rules.length);
    for (const { totals } of summary.targets) {
      expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(rules.length);
      expect(totals.fail).toBe(0);
    }
  });
});

describe('a summary', () => {
  const card = (target: string) =>
    createScoreCard(rules, { target, startedAt: new Date(0), results: [] });

  it('keeps the results of targets that did not run, in the order of all', () => {
    const before = createSummary([card('a'), card('b')], ['a', 'b', 'c']);
    const after = createSummary([card('c'), card('a')], ['a', 'b', 'c'], before);
    expect(after.targets.map(({ target }) => target)).toEqual(['a', 'b', 'c']);
  });
});

describe('a page without a marker for the table', () => {
  it('is refused', () => {
    expect(() => placeSupportTable('# Title', summary)).toThrow('no place');
  });
});
