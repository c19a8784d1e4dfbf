import { homedir, tmpdir } from 'node:os';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listUnexportedTypes } from './codebase/declarations.ts';
import {
  isRelative,
  listHostNames,
  listImports,
  listImpureReads,
  packageOf,
} from './codebase/module.ts';
import {
  listBuilt,
  listProjectFiles,
  listSources,
  listWorkspaces,
  readText,
  root,
} from './codebase/workspace.ts';

const workspaces = listWorkspaces();
const published = workspaces.filter(({ manifest }) => !manifest.private);
const files = listProjectFiles();

/** Pure globals for text and bytes that every runtime has. */
const pureNames = [
  'Headers',
  'ReadableStream',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'WritableStream',
  'atob',
  'btoa',
  'structuredClone',
];

/** The globals of the web platform that Node, Bun, Deno and edge runtimes have. */
const webNames = [
  ...pureNames,
  'AbortController',
  'AbortSignal',
  'DOMException',
  'DecompressionStream',
  'Request',
  'Response',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'setInterval',
  'setTimeout',
];

describe.each([
  { folder: 'packages/protocol', imports: ['zod'], names: pureNames },
  { folder: 'packages/clients', imports: [], names: pureNames },
  { folder: 'packages/demo', imports: ['@parley/protocol', 'zod'], names: webNames },
  {
    folder: 'packages/core',
    imports: ['@parley/demo', '@parley/protocol', 'hono', 'ipaddr.js', 'zod'],
    names: webNames,
  },
  {
    folder: 'packages/admin',
    // The last one is for sign-in with an identity provider, and loaded only then.
    imports: ['@parley/core', '@parley/protocol', 'hono', 'ipaddr.js', 'zod', 'oauth4webapi'],
    names: webNames,
  },
  {
    folder: 'packages/store-durable-object',
    imports: ['@parley/core', '@parley/store-sql', 'cloudflare:workers', 'kysely'],
    names: webNames,
  },
  {
    folder: 'packages/store-sql',
    imports: ['@parley/core', 'kysely'],
    names: [...webNames, 'setImmediate'],
  },
])('the built $folder', ({ folder, imports, names }) => {
  const built = listBuilt(folder);

  test('has its entry', () => {
    expect(built).toContain(`${folder}/dist/index.js`);
  });

  test('imports nothing but what is allowed', () => {
    const bare = built.flatMap(listImports).filter((specifier) => !isRelative(specifier));
    expect(bare.map(packageOf).filter((name) => !imports.includes(name))).toEqual([]);
  });

  test('follows relative imports to files of its own', () => {
    const climbing = built
      .flatMap(listImports)
      .filter((specifier) => specifier.startsWith('../..'));
    expect(climbing).toEqual([]);
  });

  // The compiler reads the whole build, which is slow on a busy machine.
  test('uses only allowed globals of its host', { timeout: 60_000 }, () => {
    expect([...listHostNames(built)].filter((name) => !names.includes(name))).toEqual([]);
  });
});

test.each(['packages/protocol', 'packages/clients'])(
  'the built %s reads neither clock nor chance',
  (folder) => {
    expect(listBuilt(folder).flatMap(listImpureReads)).toEqual([]);
  },
);

test.each(workspaces.filter(({ folder }) => /^(packages|apps)\//.test(folder)))(
  '$folder has a README that opens with its name',
  ({ folder, manifest }) => {
    expect(readText(`${folder}/README.md`)).toMatch(new RegExp(`^# ${manifest.name}\n\n\\w`));
  },
);

describe.each(workspaces)('$folder', ({ folder, manifest }) => {
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  const ours = new Set(workspaces.map((each) => each.manifest.name));
  const importsOf = (paths: string[]) =>
    paths.flatMap(listImports).filter((specifier) => !isRelative(specifier));

  test('is an ESM package with a licence and an engine', () => {
    expect(manifest).toMatchObject({ type: 'module', license: 'Apache-2.0' });
    expect(manifest.engines['node']).toMatch(/^>=2[02](\.\d+)?$/);
  });

  test('declares every package of this repository that its tests import', () => {
    const all = { ...declared, ...manifest.devDependencies, [manifest.name]: 'itself' };
    const imported = importsOf(listSources(folder)).map(packageOf);
    expect(imported.filter((name) => ours.has(name) && !(name in all))).toEqual([]);
  });

  test('pins what it needs from outside', () => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    const loose = wanted.filter(([, version]) => !/^(npm:.+@|workspace:\*$)?(\d|$)/.test(version));
    expect(loose).toEqual([]);
  });
});

/** Whether the runtime itself provides the module. */
const isOfRuntime = (specifier: string) => /^(node|cloudflare):/.test(specifier);

describe.each(published)('$manifest.name, as published', ({ folder, manifest }) => {
  const exports = manifest.publishConfig.exports ?? manifest.exports;

  test('declares every package that its build imports', () => {
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    const bare = listBuilt(folder)
      .flatMap(listImports)
      .filter((specifier) => !isRelative(specifier) && !isOfRuntime(specifier));
    expect(bare.map(packageOf).filter((name) => !(name in declared))).toEqual([]);
  });

  test('runs on the oldest Node that the project supports', () => {
    // The protocol does not need `node:sqlite`; tests/protocol runs it on Node 20.
    const oldest = manifest.name === '@parley/protocol' ? '>=20' : '>=22.13';
    expect(manifest.engines['node']).toBe(oldest);
  });

  test('ships its build only', () => {
    expect(manifest.files).toEqual(['dist']);
  });

  test('has a small map of exports, the same inside and outside', () => {
    // Test helpers are shared only within the repository.
    const shares = ['@parley/core', '@parley/store-sqlite'].includes(manifest.name);
    const shared = shares ? ['./testing'] : [];
    const inside = Object.keys(manifest.exports).filter((entry) => !shared.includes(entry));
    expect(Object.keys(exports)).toEqual(inside);
    expect(Object.keys(exports).length).toBeLessThanOrEqual(7);
    expect(exports['./package.json']).toBe('./package.json');
  });

  test('names types first and shows no source', () => {
    const conditions = Object.values(exports).filter((entry) => typeof entry !== 'string');
    // A package that is only a command has no entry to import.
    expect(conditions.length > 0 || manifest.bin !== undefined).toBe(true);
    for (const entry of conditions) expect(Object.keys(entry)).toEqual(['types', 'default']);
  });

  // The compiler reads the whole build, which is slow on a busy machine.
  test('exports every type that its declarations use', { timeout: 60_000 }, () => {
    expect(listUnexportedTypes({ folder, manifest })).toEqual([]);
  });
});

test('what is published is the command parley in parley-gateway, and @parley/*', () => {
  const names = published.map(({ manifest }) => manifest.name);
  expect(names.filter((name) => !name.startsWith('@parley/'))).toEqual(['parley-gateway']);
  const app = published.find(({ manifest }) => manifest.name === 'parley-gateway');
  expect(app?.manifest.bin).toEqual({ parley: './dist/cli.js' });
});

describe('the files of the project', () => {
  const quote = (text: string) => text.replaceAll(/[^\w/]/g, '\\$&');
  const sources = files.filter((path) => /^(packages|apps)\/[^/]+\/src\/.+\.ts$/.test(path));

  test('the lockfile names no registry', () => {
    expect(readText('pnpm-lock.yaml').match(/https?:\/\/[^\s'"]+|\btarball:.*/g)).toBeNull();
  });

  test('never name the npm package `parley`, which is another project', () => {
    const foreign = /\b(npx|npm (i|install|exec))( -\S+)* parley(?![-\w])/;
    expect(files.filter((path) => foreign.test(readText(path)))).toEqual([]);
  });

  test('contain no path of a developer’s machine', () => {
    const places = [root, tmpdir(), homedir(), '/work', '/root'].filter((each) => each !== '/');
    const paths = places.map((place) => new RegExp(`(?<![\\w.])${quote(place)}/`));
    const holding = files
      .filter((path) => !/(^|\/)fixtures\//.test(path))
      .filter((path) => paths.some((place) => place.test(readText(path))));
    expect(holding).toEqual([]);
  });

  test('are named in kebab-case after what they hold', () => {
    const named = sources.map((path) => basename(path).replace(/\.(test|test-d|d)?\.?ts$/, ''));
    expect(named.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(named.filter((name) => /^(utils?|helpers?|misc|common)$/.test(name))).toEqual([]);
  });
});
