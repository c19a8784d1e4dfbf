import { defineConfig } from 'tsup';
import { writeLicenses } from '../../scripts/third-party-licenses.ts';

export default defineConfig({
  // `sqlite-worker.js` is the thread of the embedded database, which `main.js` starts.
  entry: {
    main: 'src/main.ts',
    'sqlite-worker': '../../packages/store-sqlite/src/thread/sqlite-worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'es2023',
  // Without dependencies: what is tested is what runs, and what is compiled.
  noExternal: [/.*/],
  external: [/^node:/],
  splitting: false,
  removeNodeProtocol: false,
  clean: true,
  esbuildPlugins: [writeLicenses()],
  // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
  esbuildOptions(options) {
    options.conditions = ['parley-source'];
  },
  banner: {
    // The drivers of PostgreSQL and Redis are CommonJS and ask for Node's modules at run time.
    js: "#!/usr/bin/env bun\nimport { createRequire as createRequireOfParley } from 'node:module';\nconst require = createRequireOfParley(import.meta.url);",
  },
});
