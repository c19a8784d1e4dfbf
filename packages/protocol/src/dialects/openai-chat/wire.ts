// Paths, headers and field names of Chat Completions, for the codec.
import { openaiWire } from '../../shared/openai/wire.ts';
import type { DialectWire } from '../../wire.ts';

export const wire: DialectWire = {
  ...openaiWire,
  paths: {
    generate: () => '/chat/completions',
    embed: () => '/embeddings',
    models: '/models',
  },
  forwardedHeaders: [],
  outputLimit: {
    names: ['max_tokens', 'max_completion_tokens'],
    usual: ({ outputLimitField }) => outputLimitField,
  },
  documentation: 'https://platform.openai.com/docs/api-reference/chat',
};
