import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    store: 'src/store.ts',
    'memory-store': 'src/store/memory/index.ts',
    'ledger/index': 'src/ledger/index.ts',
    'administration/index': 'src/administration/index.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
});
