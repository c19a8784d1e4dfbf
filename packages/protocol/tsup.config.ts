import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'openai-chat': 'src/dialects/openai-chat/index.ts',
    'anthropic-messages': 'src/dialects/anthropic-messages/index.ts',
    'gemini-generate': 'src/dialects/gemini-generate/index.ts',
    'openai-responses': 'src/dialects/openai-responses/index.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  tsconfig: '../../tsconfig.build.json',
});
