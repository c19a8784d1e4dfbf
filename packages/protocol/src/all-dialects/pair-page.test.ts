import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageCommand, writePairPage } from '../testing/pair-page.ts';
import { orderedPairs, probeGroups, tabulate } from '../testing/pair-table.ts';

const page = readFileSync(new URL('../../../../docs/translation.md', import.meta.url), 'utf8');

describe('the page on translations', () => {
  it(`is what the code says today; else run: ${pageCommand}`, () => {
    expect(page).toBe(writePairPage());
  });

  it('has a reason for everything that is not kept', () => {
    const rows = orderedPairs.flatMap(({ source, other }) =>
      probeGroups.flatMap((group) => tabulate(group, source, other)),
    );
    const silent = rows.filter(
      ({ outcome, reasons }) =>
        outcome !== 'kept' && (reasons.length === 0 || !reasons.every((each) => /\.$/.test(each))),
    );
    expect(silent).toEqual([]);
  });
});
