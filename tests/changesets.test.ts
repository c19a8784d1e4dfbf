/** Checks the changesets, from which a release makes the versions and the changelogs. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { listWorkspaces, readText, root } from './codebase/workspace.ts';

const { ignore, fixed } = z
  .object({ ignore: z.array(z.string()), fixed: z.tuple([z.array(z.string())]) })
  .parse(JSON.parse(readText('.changeset/config.json')));
const versioned = listWorkspaces()
  .map(({ manifest }) => manifest.name)
  .filter((name) => !ignore.includes(name));

test('packages without a version are never released', () => {
  const unversioned = listWorkspaces().filter(({ manifest }) => manifest.version === '0.0.0');
  const names = unversioned.map(({ manifest }) => manifest.name).sort();
  expect(ignore.filter((name) => name !== '@parley/console-app')).toEqual(names);
  expect(fixed[0].filter((name) => name.startsWith('!'))).toEqual(ignore.map((name) => `!${name}`));
});

// `changeset version` stops at the first other name.
test.each(globSync('.changeset/*.md', { cwd: root }))('%s names packages of a release', (path) => {
  const [, head = '', text = ''] = readText(path).split(/^---$/m);
  const names = Object.keys(z.record(z.string(), z.enum(['patch', 'minor'])).parse(parse(head)));
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !versioned.includes(name))).toEqual([]);
  expect(text.trim()).not.toBe('');
});
