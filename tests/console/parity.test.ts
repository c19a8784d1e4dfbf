/** What the console can do, the admin API can do, and the other way round. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readApiDocument } from '../../apps/console/scripts/api-document.ts';
import { root } from '../codebase/workspace.ts';

const sources = globSync('apps/console/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$|api\/openapi\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

const shared = readFileSync(join(root, 'apps/console/src/api/surface.ts'), 'utf8');

const document = (await readApiDocument()) as {
  /** Path → method → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
const offered = Object.entries(document.paths)
  .filter(([path]) => /^\/(?:admin|key)\/v1\//.test(path))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));

/**
 * Queries and mutations name the method before the path. A path alone is read, or is that of its only
 * method; one that both visitors use is named by the operator's.
 */
const used = new Set([
  ...matchAll(/['"](get|post|put|patch|delete)['"],\s*['"`](\/(?:admin|key)\/v1\/[^'"`]+)['"`]/g),
  ...matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*['"`](\/(?:admin|key)\/v1\/[^'"`]+)['"`]/g),
  // Those of entities stand in a table, by their kind.
  ...[...sources.matchAll(/: '(\/admin\/v1\/[a-z]+\/\{id\})'/g)].flatMap(([, path = '']) =>
    [...sources.matchAll(/\.(GET|PUT|DELETE)\(itemPaths\[/g)].map(
      ([, method = '']) => `${method.toLowerCase()} ${path}`,
    ),
  ),
  ...[...sources.matchAll(/['"`](\/(?:admin|key)\/v1\/[^'"`?$]+)['"`]/g)].flatMap(
    ([, path = '']) => [
      ...methodsOf(path),
      ...(isShared(path) ? methodsOf(path.replace('/admin/', '/key/')) : []),
    ],
  ),
]);

/** Reading, or the one thing that can be done there. */
function methodsOf(path: string): string[] {
  const methods = Object.keys(document.paths[path] ?? {});
  return [`${methods.length === 1 ? (methods[0] ?? 'get') : 'get'} ${path}`];
}

function isShared(path: string): boolean {
  return shared.includes(`'${path}'`);
}

function matchAll(pattern: RegExp): string[] {
  return [...sources.matchAll(pattern)].map(
    ([, method = '', path = '']) => `${method.toLowerCase()} ${path}`,
  );
}

describe('the admin API and the console', () => {
  test('every operation of the API can be done in the console', () => {
    expect(offered.filter((operation) => !used.has(operation))).toEqual([]);
  });

  test('the console uses no path that the API does not have', () => {
    const paths = new Set(offered.map((operation) => operation.split(' ')[1]));
    const named = new Set([...used].map((operation) => operation.split(' ')[1]));
    expect([...named].filter((path) => !paths.has(path))).toEqual([]);
  });
});
