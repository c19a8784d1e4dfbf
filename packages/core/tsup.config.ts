import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/store.ts',
    'src/store/memory/index.ts',
    'src/ledger/index.ts',
    'src/administration/index.ts',
  ],
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
});
