import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'openai-chat': 'src/dialects/openai-chat/codec.ts',
    'anthropic-messages': 'src/dialects/anthropic-messages/codec.ts',
    'gemini-generate': 'src/dialects/gemini-generate/codec.ts',
    'openai-responses': 'src/dialects/openai-responses/codec.ts',
    testing: 'src/testing.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
});
