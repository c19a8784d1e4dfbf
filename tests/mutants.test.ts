// The changes of `pnpm mutate`: each does what the list says, none of them changes anything while it is off, and each
// is tried with the tests that are nearest to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findAround, findReaching } from '../scripts/mutants/choose-tests.ts';
import { findMutations, writeMutations } from '../scripts/mutants/mutations.ts';
import { reviewed } from '../scripts/mutants/reviewed.ts';

interface Sample {
  readonly run: (count: number, name?: string) => string;
}

const text = `
const words = { 'one-word': 'yes' };
export function run(count, name) {
  const said = [];
  if (count > 2 && name !== 'x') said.push(words['one-word']);
  said.push(name ?? 'nobody', \`\${count * 2}\`);
  return said.join();
}
`;
const found = findMutations('sample.ts', text);
const ids = new Map(found.map((_, place) => [place, place]));
const written = writeMutations('sample.ts', text, ids);

/** A module is loaded once for each address. */
async function load(active: number): Promise<Sample> {
  const code = `globalThis.__mutant = (id) => id === ${String(active)};${written}`;
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Sample;
}

it('changes nothing while every change is off', async () => {
  const { run } = await load(-1);
  expect([run(3, 'y'), run(3, 'x'), run(2)]).toEqual(['yes,y,6', 'x,6', 'nobody,4']);
});

it.each([
  ["'one-word'", '"one-word~"', ',y,6'],
  ["'yes'", '"yes~"', 'yes~,y,6'],
  ['2', '3', 'y,6'],
  ["count > 2 && name !== 'x'", "count > 2 || name !== 'x'", 'yes,y,6'],
  ["count > 2 && name !== 'x'", "!(count > 2 && name !== 'x')", 'y,6'],
  ["name !== 'x'", "name === 'x'", 'y,6'],
  ["name ?? 'nobody'", 'name', 'yes,y,6'],
  ['count * 2', 'count / 2', 'yes,y,1.5'],
  ['`${count * 2}`', '`${count * 2}`~', 'yes,y,6~'],
  ["said.push(words['one-word']);", ';', 'y,6'],
])('changes %s to %s', async (before, after, expected) => {
  const place = found.findIndex((one) => one.before === before && one.after === after);
  const { run } = await load(place);
  expect(run(3, 'y')).toBe(expected);
});

it('is tried with the nearest tests, and among those with the shortest, as far as the time goes', () => {
  const test = (file: string, duration: number, more: object = {}) => ({
    ...{ id: `${file} ${String(duration)}`, name: 'n', file, duration, hasPassed: true },
    ...{ reached: new Set([7]), reachedBefore: [], ...more },
  });
  const tests = [
    test('packages/b/y.test.ts', 1),
    test('packages/a/src/outer.test.ts', 2),
    test('packages/a/src/in/other.test.ts', 40),
    test('packages/a/src/in/other.test.ts', 3),
    test('packages/a/src/in/x.test.ts', 50),
    test('packages/a/src/in/x.test.ts', 1_000),
    test('packages/a/src/in/x.test.ts', 1, { hasPassed: false }),
    test('packages/a/src/in/x.test.ts', 1, { reached: new Set([8]) }),
  ];
  const chosen = findReaching(tests, { id: 7, file: 'packages/a/src/in/x.ts' }, 100);
  expect(chosen.map(({ id }) => id)).toEqual([
    'packages/a/src/in/x.test.ts 50',
    'packages/a/src/in/other.test.ts 3',
    'packages/a/src/in/other.test.ts 40',
    'packages/a/src/outer.test.ts 2',
    'packages/b/y.test.ts 1',
  ]);
  const few = findReaching(tests, { id: 7, file: 'packages/a/src/in/x.ts' }, 54);
  expect(few.map(({ id }) => id).slice(0, 2)).toEqual([
    'packages/a/src/in/x.test.ts 50',
    'packages/a/src/in/other.test.ts 3',
  ]);
});

it('that holds while modules are loaded is tried with the tests beside it, whatever they reach', () => {
  const test = (file: string, reached: readonly number[], reachedBefore: readonly number[]) => ({
    ...{ id: file, name: 'n', file, duration: 1, hasPassed: true },
    ...{ reached: new Set(reached), reachedBefore },
  });
  const tests = [
    test('packages/a/src/far/first.test.ts', [], [7]),
    test('packages/a/src/far/second.test.ts', [8], []),
    test('packages/a/src/far/third.test.ts', [9], []),
    test('packages/a/src/in/x.test.ts', [], []),
  ];
  const place = { id: 7, file: 'packages/a/src/in/x.ts' };
  const chosen = findAround(tests, place, { fileIds: new Set([7, 8]), limit: 100 });
  expect(chosen.map(({ id }) => id)).toEqual([
    'packages/a/src/in/x.test.ts',
    'packages/a/src/far/first.test.ts',
    'packages/a/src/far/second.test.ts',
  ]);
});

it('knows no reviewed change that the sources no longer allow', () => {
  const root = join(import.meta.dirname, '..');
  const gone = reviewed.filter(({ file, source, before, after }) => {
    const mutations = findMutations(file, readFileSync(join(root, file), 'utf8'));
    return !mutations.some(
      (one) => one.source === source && one.before === before && one.after === after,
    );
  });
  expect(gone).toEqual([]);
});
