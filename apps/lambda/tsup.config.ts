import { defineConfig } from 'tsup';
import { writeLicenses } from '../../scripts/third-party-licenses.ts';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  outExtension: () => ({ js: '.mjs' }),
  // One file without dependencies: the folder `dist` is what is zipped.
  noExternal: [/.*/],
  external: [/^node:/],
  splitting: false,
  removeNodeProtocol: false,
  treeshake: true,
  clean: true,
  dts: true,
  tsconfig: '../../tsconfig.build.node.json',
  esbuildPlugins: [writeLicenses()],
  // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
  esbuildOptions(options) {
    options.conditions = ['parley-source'];
  },
  banner: {
    // The drivers of PostgreSQL and Redis are CommonJS and ask for Node's modules at run time.
    js: "import { createRequire as createRequireOfParley } from 'node:module';\nconst require = createRequireOfParley(import.meta.url);",
  },
});
