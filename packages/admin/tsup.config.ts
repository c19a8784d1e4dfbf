import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', host: 'src/host.ts' },
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
});
