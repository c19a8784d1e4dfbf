import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['parley-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    // Many tests wait for sockets and processes: as many files at once as there are cores.
    maxWorkers: '100%',
    globalSetup: ['scripts/vitest-services.mjs'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
