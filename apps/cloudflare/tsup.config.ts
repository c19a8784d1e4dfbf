import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { writeLicenses } from '../../scripts/third-party-licenses.ts';

const noServers = fileURLToPath(new URL('src/no-servers.ts', import.meta.url));

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  // One module without dependencies: what is tested is what is deployed.
  noExternal: [/^(?!cloudflare:)/],
  external: ['cloudflare:workers'],
  splitting: false,
  clean: true,
  esbuildPlugins: [writeLicenses()],
  // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
  esbuildOptions(options) {
    options.conditions = ['parley-source'];
    options.alias = { '@parley/store-postgres': noServers, '@parley/store-redis': noServers };
  },
});
