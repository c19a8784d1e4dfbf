/**
 * Builds the command line: `parley.js` and the other parts, `sqlite-worker.js`, the thread of the embedded database, their
 * source maps, `load-program.js`, which runs the parts, and `cli.js`, which starts it.
 */
import { defineConfig, type Options } from 'tsup';
import { writeLicenses } from '../../scripts/third-party-licenses.ts';
import { writePart } from './src/parts/write-part.ts';

/** Has modules of Node loaded as they are: as ES modules, they evaluate all their lazy exports. */
function loadDirectly(filter: RegExp): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'modules-of-node',
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'node' }));
      build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule('${path}');`,
      }));
    },
  };
}

const shared: Options = {
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // No dependencies: what is tested is what runs.
  noExternal: [/.*/],
  external: [/^node:/],
  removeNodeProtocol: false,
  sourcemap: true,
  esbuildOptions(options) {
    // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
    options.conditions = ['parley-source'];
    // A stack needs names and lines; the sources themselves are in the repository.
    options.sourcesContent = false;
    // V8 keeps the source, in twice the memory when one character of it is not ASCII; stacks are read with the maps.
    options.charset = 'ascii';
    options.minifyWhitespace = true;
  },
};

/** Has every module of the bundle written as a part. */
const parts: NonNullable<Options['plugins']>[number] = {
  name: 'parts',
  renderChunk: (code, info) => (info.path.endsWith('.js') ? { code: writePart(code) } : undefined),
};

export default defineConfig([
  {
    ...shared,
    entry: { parley: 'src/cli.ts' },
    // The parts of the program that are loaded when they are first needed are files of their own.
    splitting: true,
    esbuildPlugins: [writeLicenses()],
    plugins: [parts],
    clean: ['**/*', '!sqlite-worker.*', '!load-program.*'],
    // `cli.js` is written by hand: the compile cache serves only modules that are loaded after it is enabled.
    publicDir: 'public',
  },
  {
    ...shared,
    entry: { 'load-program': 'src/parts/load-program.ts' },
    splitting: false,
  },
  {
    ...shared,
    // Node's require is there for packages that are CommonJS.
    banner: {
      js: "import { createRequire as createRequireOfParley } from 'node:module';\nconst require = createRequireOfParley(import.meta.url);",
    },
    entry: { 'sqlite-worker': '../../packages/store-sqlite/src/thread/sqlite-worker.ts' },
    // Parts that are shared with the program would bring all dialects into the thread.
    splitting: false,
    esbuildPlugins: [writeLicenses(), loadDirectly(/^node:/)],
  },
]);
