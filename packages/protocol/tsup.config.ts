import { defineConfig } from 'tsup';

/** The entries of `package.json`. */
const published = {
  index: 'src/index.ts',
  'openai-chat': 'src/dialects/openai-chat/codec.ts',
  'anthropic-messages': 'src/dialects/anthropic-messages/codec.ts',
  'gemini-generate': 'src/dialects/gemini-generate/codec.ts',
  'openai-responses': 'src/dialects/openai-responses/codec.ts',
  testing: 'src/testing.ts',
};

export default defineConfig({
  // A module that one codec uses would stand in the file of that codec, and come with it into every bundle.
  entry: { ...published, assemble: 'src/canonical/assemble.ts' },
  format: 'esm',
  target: 'es2023',
  dts: { entry: published },
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
});
