/**
 * The pages of this repository: their links lead somewhere, the tests and the pnpm that they name exist, and they say
 * where each secret comes from that their commands use.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listProjectFiles, readText, root } from './codebase/workspace.ts';

const pages = listProjectFiles().filter((path) => path.endsWith('.md'));

describe('the links of', () => {
  it.each(pages)('%s lead somewhere', (page) => {
    const broken = listLinks(page).filter((link) => !leadsSomewhere(page, link));
    expect(broken).toEqual([]);
  });
});

it('name tests of providers that exist', () => {
  const folder = 'packages/core/src/models/providers';
  const tests = listProjectFiles().filter(
    (path) => path.startsWith(folder) && /test[.]ts$/.test(path),
  );
  const titles = tests.map(readText).join('');
  const rows = readText('docs/extending/add-a-provider.md').matchAll(/^[|] `([^`]+)`/gm);
  const names = Array.from(rows, ([, name = '']) => name).filter((name) => name.includes(' '));
  expect(names).not.toEqual([]);
  const missing = names.filter((name) => !titles.includes(name.replaceAll('…', '').trim()));
  expect(missing).toEqual([]);
});

it('name the pnpm of the project', () => {
  const { packageManager } = JSON.parse(readText('package.json')) as { packageManager: string };
  const named = pages.flatMap((page) => readText(page).match(/\bpnpm@\d[\d.]*/g) ?? []);
  expect(new Set(named)).toEqual(new Set([packageManager]));
});

it('say where a secret comes from before a command uses it', () => {
  const unexplained = pages.flatMap((page) => listUnexplained(page));
  expect(unexplained).toEqual([]);
});

/** The variables of Parley in the commands of a page that neither a command nor a sentence before has given a value. */
function listUnexplained(page: string): string[] {
  const text = readText(page);
  const uses = text.matchAll(/(?<=^ *```sh\b[^]*?)\$\{?(PARLEY_(?:KEY|ADMIN_TOKEN|URL))\b/gm);
  return Array.from(uses)
    .filter(
      ({ 1: name = '', index }) =>
        !new RegExp(`\\b${name}=|\`${name}\``).test(text.slice(0, index)),
    )
    .map(({ 1: name = '' }) => `${page}: ${name}`);
}

/** The targets in this repository, such as `../clock.ts` and `money.md#prices`, written inline or as references. */
function listLinks(page: string): string[] {
  const links = readProse(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm);
  const targets = Array.from(links, ([, inline, reference]) => inline ?? reference ?? '');
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return false;
  return heading === undefined || listAnchors(pageOf(file)).includes(heading);
}

/** A folder shows its README. */
function pageOf(path: string): string {
  return path.endsWith('.md') ? path : join(path, 'README.md');
}

/** As GitHub and npm name them. */
function listAnchors(page: string): string[] {
  const headings = Array.from(readProse(page).matchAll(/^#+ (.+)$/gm), ([, title = '']) => title);
  return headings.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** A page without its fenced blocks. */
function readProse(page: string): string {
  return readText(page).replace(/^```.*\n[^]*?^```$/gm, '');
}
