/** Builds the program, `main.js` and its chunks, and `sqlite-worker.js`, the thread of the embedded database. */
import { defineConfig, type Options } from 'tsup';
import { writeLicenses } from '../../scripts/third-party-licenses.ts';

const shared: Options = {
  format: 'esm',
  platform: 'node',
  target: 'es2023',
  // Without dependencies: what is tested is what runs, and what is compiled.
  noExternal: [/.*/],
  external: [/^node:/],
  removeNodeProtocol: false,
  esbuildPlugins: [writeLicenses()],
  // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
  esbuildOptions(options) {
    options.conditions = ['parley-source'];
  },
  banner: {
    // The drivers of PostgreSQL and Redis are CommonJS and ask for Node's modules at run time.
    js: "#!/usr/bin/env bun\nimport { createRequire as createRequireOfParley } from 'node:module';\nconst require = createRequireOfParley(import.meta.url);",
  },
};

export default defineConfig([
  {
    ...shared,
    entry: ['src/main.ts'],
    // Bun reads a file whole before it runs any of it.
    splitting: true,
    clean: ['**/*', '!sqlite-worker.*'],
  },
  {
    ...shared,
    entry: { 'sqlite-worker': '../../packages/store-sqlite/src/thread/sqlite-worker.ts' },
    // Parts that are shared with the program would bring all dialects into the thread.
    splitting: false,
  },
]);
