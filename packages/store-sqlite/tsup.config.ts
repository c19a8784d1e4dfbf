import { defineConfig } from 'tsup';

export default defineConfig({
  // The thread of the database runs `sqlite-worker.js`, which must stand beside `threaded.js`.
  entry: {
    index: 'src/index.ts',
    threaded: 'src/thread/threaded-store.ts',
    'sqlite-worker': 'src/thread/sqlite-worker.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  // Without its prefix `node:sqlite` names nothing.
  removeNodeProtocol: false,
  tsconfig: '../../tsconfig.build.node.json',
});
