/** What lists the dialects outside of `@parley/protocol` or in prose: the package of the clients, and the guide to a new one. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Dialect } from '@parley/clients';
import type { DialectId } from '@parley/protocol';
import { expect, expectTypeOf, it } from 'vitest';
import { listProjectFiles, readText, root } from './codebase/workspace.ts';

it('the package of the clients, which imports nothing, names every dialect', () => {
  expectTypeOf<Dialect>().toEqualTypeOf<DialectId>();
});

const protocol = 'packages/protocol/src';
const [, tables = ''] =
  /^## 3\.([^]*)^## 4\./m.exec(readText('docs/extending/add-a-dialect.md')) ?? [];
const named = Array.from(tables.matchAll(/^\| (`[^|]+`) +\|/gm), ([, cell = '']) => cell)
  .flatMap((cell) => readPaths(cell))
  .filter((path) => !/[*<]/.test(path));

/** The files of a cell: in full, below the source of the protocol package, or beside the one before. */
function readPaths(cell: string): string[] {
  const paths: string[] = [];
  for (const [, path = ''] of cell.matchAll(/`([^`]+)`/g)) {
    const places = [path, join(protocol, path), join(dirname(paths.at(-1) ?? ''), basename(path))];
    paths.push(places.find((place) => existsSync(join(root, place))) ?? path);
  }
  return paths;
}

it('the guide to a new dialect names only files that exist', () => {
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('the guide to a new dialect names every file with a row for each dialect', () => {
  const row =
    /^(?:export )?const \w+: (?:Readonly<\s*)?Record<DialectId,[^]{0,150}? = \{$|satisfies Record<Dialect[I]d/m;
  const needed = listProjectFiles().filter(
    (path) => /^(?:packages|apps|tests)\/.*\.tsx?$/.test(path) && row.test(readText(path)),
  );
  expect(needed).toContain(join(protocol, 'dialects.ts'));
  expect(needed.filter((path) => !named.includes(path))).toEqual([]);
});
