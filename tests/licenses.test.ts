import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeLicenses, licensesFile, writeLicenses } from '../scripts/third-party-licenses.ts';
import { isRelative, listImports, packageOf } from './codebase/module.ts';
import { listWorkspaces, readText, root } from './codebase/workspace.ts';

const mit = 'Permission is hereby granted. THE SOFTWARE IS PROVIDED "AS IS".';

describe('the bundle of a program', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-licenses-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function add(path: string, content: string): string {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** Installs the package `wheel` and returns its module. */
  function addPackage(license: string, files: Readonly<Record<string, string>>): string {
    const place = 'node_modules/wheel';
    add(`${place}/package.json`, JSON.stringify({ name: 'wheel', version: '1.2.3', license }));
    for (const [name, content] of Object.entries(files)) add(`${place}/${name}`, content);
    return add(`${place}/index.js`, 'export const turns = true; export const unused = 1;');
  }

  function bundle(code: string) {
    add('package.json', '{"type": "module"}');
    const entryPoints = [add('main.js', code)];
    const plugins = [writeLicenses()];
    const options = { bundle: true, write: false, format: 'esm', logLevel: 'silent' } as const;
    return build({ ...options, entryPoints, plugins, absWorkingDir: folder, outdir: 'dist' });
  }

  test.each(['GPL-3.0-only', 'UNLICENSED', 'MIT OR WTFPL'])(
    'is not built with a package under %s',
    async (license) => {
      addPackage(license, { LICENSE: mit });
      const fault = `The licence of wheel@1.2.3, ${license}, is not allowed.`;
      await expect(bundle("export { turns } from 'wheel';")).rejects.toThrow(fault);
    },
  );

  test.each([
    ['no licence text', {}],
    ['a README that only names the licence', { 'README.md': '# wheel\n\n## License\n\nMIT\n' }],
  ])('is not built with a package that has %s', async (_, files) => {
    addPackage('MIT', files);
    await expect(bundle("export { turns } from 'wheel';")).rejects.toThrow(
      'wheel@1.2.3 has no licence text.',
    );
  });

  test('has the licences and the notices of its packages beside it', async () => {
    addPackage('Apache-2.0', { LICENSE: mit, 'NOTICE.txt': 'By the wheelwrights.' });
    await bundle("export { turns } from 'wheel';");
    const text = readFileSync(join(folder, 'dist', licensesFile), 'utf8');
    expect(text).toContain(`wheel 1.2.3, licence Apache-2.0\n\n${mit}\n\nBy the wheelwrights.\n`);
  });

  test('needs no licence of a package that contributes nothing to it', async () => {
    addPackage('GPL-3.0-only', {});
    await bundle("import { unused } from 'wheel'; export const own = 1;");
    expect(readFileSync(join(folder, 'dist', licensesFile), 'utf8')).not.toContain('wheel');
  });

  test('has the licence that stands only in a README', () => {
    const readme = `# wheel\n\nRolls.\n\n## License\n\nCopyright Wheelwrights\n\n${mit}\n`;
    const path = addPackage('MIT', { 'README.md': readme });
    expect(describeLicenses([path])).toContain(`licence MIT\n\nCopyright Wheelwrights\n\n${mit}\n`);
  });

  test('has what a bundle in it brings along', () => {
    add(`console/${licensesFile}`, 'the packages of the console');
    const path = add('console/index.js', '');
    expect(describeLicenses([path])).toContain('the packages of the console');
  });
});

const built = listWorkspaces().filter(({ folder }) => existsSync(join(root, folder, 'dist')));

/** The packages that the file of a build names; none where it has no file. */
function listNamed(folder: string): string[] {
  const path = `${folder}/dist/${licensesFile}`;
  if (!existsSync(join(root, path))) return [];
  return Array.from(readText(path).matchAll(/^-+\n(\S+) \S+, licence /gm), ([, name = '']) => name);
}

/** The packages whose modules the bundler names: in source maps, or in comments where it keeps them. */
function listBundled(folder: string): string[] {
  const comment = /^ *\/\/ .*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;
  const source = /\/node_modules\/(?!\.pnpm\/)((?:@[^/"]+\/)?[^/"]+)\//g;
  const find = (pattern: string, name: RegExp): string[] =>
    globSync(`${folder}/dist/**/*.${pattern}`, { cwd: root }).flatMap((path) =>
      Array.from(readText(path).matchAll(name), ([, found = '']) => found),
    );
  return [...find('{js,mjs}', comment), ...find('map', source)];
}

test('every program names packages whose code it contains', () => {
  const programs = built.filter(({ folder }) => /^apps\/(?!console)/.test(folder));
  expect(programs.map(({ folder }) => folder)).toContain('apps/node');
  for (const { folder } of programs) {
    expect(listBundled(folder)).toContain('zod');
    expect(listNamed(folder)).toEqual(expect.arrayContaining(['zod', 'preact', 'tailwindcss']));
  }
});

test.each(built)('the build of $folder names every package whose code it contains', (workspace) => {
  const named = listNamed(workspace.folder);
  const missing = listBundled(workspace.folder).filter((name) => !named.includes(name));
  expect(missing).toEqual([]);
});

test('the console serves the licences of the packages that its pages import', async () => {
  const sources = globSync('apps/console/src/**/!(*.test).{ts,tsx}', { cwd: root });
  const outside = sources.flatMap(listImports).filter((name) => !isRelative(name));
  const packages = outside.map(packageOf).filter((name) => !name.startsWith('@parley/'));
  // Preact takes the place of both.
  const shipped = packages.map((name) => (/^react(-dom)?$/.test(name) ? 'preact' : name));
  const named = listNamed('packages/console');
  expect(shipped.filter((name) => !named.includes(name))).toEqual([]);
  const { files } = await import('@parley/console');
  expect(Object.keys(files)).toContain(licensesFile);
});

test('the data of prices has the licence of its source', () => {
  expect(listNamed('packages/core')).toEqual(['@pydantic/genai-prices']);
});
