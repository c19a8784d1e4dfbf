/**
 * Builds the command line: `parley.js`, its source map, `cli.js`, which starts it, and `sqlite-worker.js`, the
 * thread of the embedded database.
 */
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    parley: 'src/cli.ts',
    'sqlite-worker': '../../packages/store-sqlite/src/thread/sqlite-worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // One file without dependencies: what is tested is what runs, and it starts at once.
  noExternal: [/.*/],
  external: [/^node:/],
  splitting: false,
  removeNodeProtocol: false,
  clean: true,
  sourcemap: true,
  // `cli.js` is written by hand: Node reads source maps only of modules that are loaded after they are enabled.
  publicDir: 'public',
  esbuildOptions(options) {
    // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
    options.conditions = ['parley-source'];
    // A stack needs names and lines; the sources themselves are in the repository.
    options.sourcesContent = false;
    // Wherever the program is installed, a file is named by its path in the repository.
    options.sourceRoot = 'parley:///apps/node/dist/';
  },
  banner: {
    // Undici is CommonJS and asks for Node's modules at run time.
    js: "import { createRequire as createRequireOfParley } from 'node:module';\nconst require = createRequireOfParley(import.meta.url);",
  },
});
