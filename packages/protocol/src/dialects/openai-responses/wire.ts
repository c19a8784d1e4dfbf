// Paths, headers and field names of Responses, for the codec.
import { openaiWire } from '../../shared/openai/wire.ts';
import type { DialectWire } from '../../wire.ts';

export const wire: DialectWire = {
  ...openaiWire,
  paths: {
    generate: () => '/responses',
    countTokens: () => '/responses/input_tokens',
    compact: '/responses/compact',
    models: '/models',
  },
  // Codex uses this header to announce its own variant of the dialect.
  forwardedHeaders: ['x-openai-internal-codex-responses-lite'],
  outputLimit: { names: ['max_output_tokens'], usual: () => 'max_output_tokens' },
  documentation: 'https://platform.openai.com/docs/api-reference/responses',
};
