// Paths, headers and field names of Anthropic Messages, for the codec.
import { anthropicLimit } from '../../shared/limit-headers.ts';
import type { DialectWire } from '../../wire.ts';

export const wire: DialectWire = {
  versions: ['/v1'],
  paths: {
    generate: () => '/messages',
    countTokens: () => '/messages/count_tokens',
    models: '/models',
  },
  authorization: 'x-api-key',
  takesKeyInQuery: false,
  // This version still accepts the sampling fields that later ones reject.
  requiredHeaders: { 'anthropic-version': '2023-06-01' },
  forwardedHeaders: ['anthropic-version', 'anthropic-beta'],
  clientHeaders: ['anthropic-version'],
  outputLimit: { names: ['max_tokens'], usual: () => 'max_tokens' },
  fallbackFields: ['fallbacks'],
  rateLimitHeaders: {
    requests: anthropicLimit('requests'),
    tokens: anthropicLimit('tokens'),
    resetForm: 'time',
  },
  modelList: { shape: 'data', largestPage: 'limit=1000', aliases: true },
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
  vendor: 'anthropic',
  documentation: 'https://docs.anthropic.com/en/api/messages',
};
