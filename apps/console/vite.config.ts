import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { emitLicenses } from '../../scripts/third-party-licenses.ts';

/**
 * The source is plain React; what is shipped runs on Preact, which speaks the same interface in 58 KB
 * less. Removing the aliases builds the console with React itself.
 */
const preact = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
};

/** Removes the code that loads the styles of a chunk before the chunk: all styles are in one file. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.startsWith('\0vite/preload-helper')
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

export default defineConfig({
  base: '/console/',
  plugins: [plainImports, react(), tailwindcss(), emitLicenses()],
  resolve: {
    alias: process.env['PARLEY_CONSOLE_REACT'] === '1' ? {} : preact,
    conditions: ['parley-source', ...defaultClientConditions],
  },
  // `vite` alone serves the sources; everything else comes from a running gateway.
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/key', '/v1', '/v1beta', '/console/session', '/console/sign-in'].map((path) => [
        path,
        process.env['PARLEY_URL'] ?? 'http://127.0.0.1:8787',
      ]),
    ),
  },
  build: {
    target: 'es2022',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Reading a property of a library has no effect that matters, so what is only read is left out.
    rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
  },
});
