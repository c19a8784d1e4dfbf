import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listShownTexts } from './codebase/module.ts';
import { root } from './codebase/workspace.ts';

/** What is the same in every language: names, formats, units, and the sign of the other language. */
const names = [
  /^(Parley|CSV|HTTP|curl|ms)$/,
  /^(parley\.yaml|messages|chat-completions|Ctrl K|Switch to English|切换到中文)$/,
  // What is typed into a field.
  /^(key\.create|https:\/\/host\.example\/v1|http:\/\/proxy\.example:3128|x-team: research|parley-admin-… {2}\/ {2}sk-parley-…)$/,
];

test('every text of the console is in its dictionaries', () => {
  const modules = globSync('apps/console/src/**/*.tsx', { cwd: root });
  expect(modules.length).toBeGreaterThan(50);
  const written = modules.flatMap((path) =>
    listShownTexts(path)
      .map((text) => text.trim())
      .filter((text) => /\p{L}{2}/u.test(text) && !names.some((name) => name.test(text)))
      .map((text) => `${path}: ${text}`),
  );
  expect(written).toEqual([]);
});
