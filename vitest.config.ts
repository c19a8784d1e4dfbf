/** The test projects. Tests of `unit` need no server, process or browser, and share workers and modules. */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const stores = ['packages/store-*/src/**/*.test.ts'];
/** The folder that Linux keeps in memory. The system may not allow programs to run from it. */
const memoryFolder = '/dev/shm';

/** Files share a process and its modules; mocks and stubs are removed after each test. */
const sharing = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

/** The projects with property tests. */
const properties = ['scripts/vitest-property-seed.mjs'];

const servers = ['scripts/vitest-servers.mjs'];

export default defineConfig({
  ssr: { resolve: { conditions: ['parley-source'] } },
  test: {
    // Many tests wait for sockets and processes, so each core gets a worker.
    maxWorkers: '100%',
    // Only for what would never end: on a busy machine, everything takes many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a test waits for comes later on a busy machine; one second is the default.
    expect: { poll: { timeout: 30_000 } },
    // Many tests start programs from source; the cache lets Node compile each file once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile') },
    projects: [
      project('unit', {
        include: ['packages/*/src/**/*.test.ts'],
        exclude: stores,
        ...sharing,
        setupFiles: properties,
      }),
      project('stores', {
        include: stores,
        ...sharing,
        setupFiles: properties,
        globalSetup: servers,
        // Stores flush their writes; on a disk their tests would mostly wait for that.
        env: hasMemoryFolder() ? { TMPDIR: memoryFolder } : {},
      }),
      project('apps', { include: ['apps/*/src/**/*.test.ts'], globalSetup: servers }),
      project('integration', {
        include: ['tests/**/*.test.ts'],
        exclude: ['tests/{conformance,console}/**'],
        globalSetup: servers,
        // Concurrent tests mostly wait.
        maxConcurrency: 36,
      }),
      project('conformance', { include: ['tests/conformance/**/*.test.ts'] }),
      project('console', {
        include: ['tests/console/**/*.test.ts'],
        globalSetup: ['scripts/vitest-browser.mjs'],
      }),
    ],
  },
});

/** A project that inherits the settings above. */
function project(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  const exclude = ['**/node_modules/**', ...(test.exclude ?? [])];
  return { extends: true, test: { ...test, name, exclude } };
}

/** Whether there is a folder in memory with at least one gibibyte of free space. */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= 1024 ** 3;
  } catch {
    return false;
  }
}
