import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['parley-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['scripts/vitest-services.mjs'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
