import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/cli.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // One file without dependencies: what is tested is what runs, and it starts at once.
  noExternal: [/.*/],
  external: [/^node:/],
  splitting: false,
  removeNodeProtocol: false,
  clean: true,
  // The workspace's packages are bundled from their source, so that no build of theirs can be stale.
  esbuildOptions(options) {
    options.conditions = ['parley-source'];
  },
  banner: {
    // Undici is CommonJS and asks for Node's modules at run time.
    js: "#!/usr/bin/env node\nimport { createRequire as createRequireOfParley } from 'node:module';\nconst require = createRequireOfParley(import.meta.url);",
  },
});
