import { defineConfig } from 'tsup';
import { writeLicenses } from '../../scripts/third-party-licenses.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    store: 'src/store/index.ts',
    'memory-store': 'src/memory-store/memory-store.ts',
    ledger: 'src/billing/ledger/index.ts',
    extension: 'src/extension.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
  esbuildPlugins: [writeLicenses()],
});
