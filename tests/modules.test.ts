import { expect, test } from 'vitest';
import { listProjectFiles, readText } from './codebase/workspace.ts';

/** Tests say what they test by their names; tools dictate what their configuration holds. */
const isModule = (path: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(path) &&
  !/\.(?:test|test-d|config)\.\w+$|\/(?:fixtures|golden)\//.test(path);

const opening = /^(?:#!.*\n)?\s*\/[/*]/;

test('every module says at its top what it holds', () => {
  const modules = listProjectFiles().filter(isModule);
  expect(modules.length).toBeGreaterThan(1_000);
  expect(modules.filter((path) => !opening.test(readText(path)))).toEqual([]);
});
