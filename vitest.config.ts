/** The test projects: what needs no server, process or browser is `unit`, and shares workers and modules. */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const stores = ['packages/store-*/src/**/*.test.ts'];
/** Where Linux keeps files in memory. Programs may not be allowed to run there. */
const memoryFolder = '/dev/shm';

/** Files share a process and its modules; what one has put in place of something else goes with each test. */
const sharing = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

const servers = ['scripts/vitest-servers.mjs'];

export default defineConfig({
  ssr: { resolve: { conditions: ['parley-source'] } },
  test: {
    // Many tests wait for sockets and processes: as many files at once as there are cores.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Many tests start programs from source: each file of it has its types stripped and is compiled once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile') },
    projects: [
      project('unit', {
        include: ['packages/*/src/**/*.test.ts'],
        exclude: stores,
        ...sharing,
      }),
      project('stores', {
        include: stores,
        ...sharing,
        globalSetup: servers,
        // A store flushes what it writes; most of the time of its tests would be spent waiting for the disk.
        env: hasMemoryFolder() ? { TMPDIR: memoryFolder } : {},
      }),
      project('apps', { include: ['apps/*/src/**/*.test.ts'], globalSetup: servers }),
      project('integration', {
        include: ['tests/**/*.test.ts'],
        exclude: ['tests/{conformance,console}/**'],
        globalSetup: servers,
      }),
      project('conformance', { include: ['tests/conformance/**/*.test.ts'] }),
      project('console', {
        include: ['tests/console/**/*.test.ts'],
        globalSetup: ['scripts/vitest-browser.mjs'],
      }),
    ],
  },
});

/** Inherits what stands above. */
function project(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  const exclude = ['**/node_modules/**', ...(test.exclude ?? [])];
  return { extends: true, test: { ...test, name, exclude } };
}

/** Whether files can be kept in memory, with at least a gibibyte of room. */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= 1024 ** 3;
  } catch {
    return false;
  }
}
