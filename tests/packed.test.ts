import { writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listWorkspaces, root } from './codebase/workspace.ts';
import {
  installPackages,
  readPackaged,
  run,
  type Installation,
  type Installed,
} from './packed/installation.ts';
import { bound, listExamples, logFailedAttempt, trials } from './packed/trials.ts';

const published = listWorkspaces().filter(({ manifest }) => !manifest.private);
const names = published.map(({ manifest }) => manifest.name);
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Strict compiler options, which also check the declarations of dependencies. */
const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
};

/** Paths that must not occur in a package. */
const places = [root, tmpdir(), homedir()].filter((place) => place !== '/');

let installation: Installation | undefined;
beforeAll(async () => {
  installation = await installPackages(published);
}, 240_000);
afterAll(() => installation?.remove());

function find(name: string): Installed {
  const installed = installation?.packages.find((each) => each.name === name);
  if (installed === undefined) throw new Error(`${name} was not installed.`);
  return installed;
}

interface PackedManifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

async function readManifest(installed: Installed): Promise<PackedManifest> {
  return JSON.parse(await readPackaged(installed, 'package.json')) as PackedManifest;
}

/** The specifiers that a user can import: the package's name with each of its entries. */
async function listEntries(installed: Installed): Promise<readonly string[]> {
  const { exports } = await readManifest(installed);
  const entries = Object.entries(exports).filter(([, entry]) => typeof entry !== 'string');
  return entries.map(([entry]) => installed.name + entry.slice(1));
}

test('every published package has a trial, and every trial a package', () => {
  expect(Object.keys(trials).sort()).toEqual([...names].sort());
});

describe.each(names)('%s, installed from its archive', (name) => {
  test('works', async () => {
    await trials[name]?.(find(name));
  }, 60_000);

  test('contains its build, its README and its licence, and nothing else', async () => {
    const { files } = find(name);
    const own = ['LICENSE', 'README.md', 'package.json'];
    expect(files.filter((path) => !path.startsWith('dist/'))).toEqual(own);
    expect(files.filter((path) => /\.test\.|(^|\/)(fixtures|golden)\//.test(path))).toEqual([]);
  });

  test('does not depend on the workspace', async () => {
    const manifest = JSON.stringify(await readManifest(find(name)));
    expect(manifest).not.toContain('parley-source');
    expect(manifest).not.toContain('workspace:');
    expect(manifest).not.toMatch(/"\.\/src\//);
  });

  test('holds no path of the machine that built it', async () => {
    const installed = find(name);
    const holding: string[] = [];
    for (const file of installed.files) {
      const text = await readPackaged(installed, file);
      if (places.some((place) => text.includes(`${place}/`))) holding.push(file);
    }
    expect(holding).toEqual([]);
  });

  test('has a README whose links are to files of the package or to the web', async () => {
    const installed = find(name);
    const readme = await readPackaged(installed, 'README.md');
    const links = Array.from(readme.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
    const local = links.filter((link) => !/^(https?:|#)/.test(link));
    expect(local.filter((link) => !installed.files.includes(link.replace(/#.*/, '')))).toEqual([]);
  });
});

test('a stack in the log names the source file, not the bundle', async () => {
  const log = await logFailedAttempt(find('parley-gateway'));
  expect(log).toMatch(/ at \S+ \(parley:\/\/\/apps\/node\/src\/[\w/-]+\.ts:\d+:\d+\)/);
  expect(log).not.toContain('/dist/parley.js');
});

test.each(names.filter((name) => !bound.has(name)))(
  '%s can be imported by every entry',
  async (name) => {
    const installed = find(name);
    const entries = await listEntries(installed);
    const code = entries.map((entry) => `await import('${entry}');`).join('\n');
    await run(installed.folder, process.execPath, ['--input-type=module', '--eval', code]);
  },
);

test('types of every entry are found, are complete, and match the examples', async () => {
  const { folder } = find('@parley/core');
  const libraries = names
    .map(find)
    .filter((installed) => installed.folder === folder && !bound.has(installed.name));
  const entries = (await Promise.all(libraries.map(listEntries))).flat();
  const examples = (await Promise.all(libraries.map(listExamples))).flat();
  const sources = [
    ...entries.map((entry) => `export * as all from '${entry}';`),
    ...examples.map(({ text }) => text),
  ];
  const files = sources.map((_, index) => `source-${String(index)}.ts`);
  const writing = sources.map((text, index) => writeFile(join(folder, String(files[index])), text));
  await Promise.all(writing);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await run(folder, process.execPath, [compiler, '-p', '.']);
}, 60_000);
