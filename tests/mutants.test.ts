// The changes of `pnpm mutate`: each does what the list says, and none of them changes anything while it is off.
import { expect, it } from 'vitest';
import { findMutations, writeMutations } from '../scripts/mutants/mutations.ts';

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
