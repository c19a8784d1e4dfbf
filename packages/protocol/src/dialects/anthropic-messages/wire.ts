// Paths, headers and field names of Anthropic Messages, for the codec.
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
  // As Anthropic's page on rate limits names them.
  rateLimitHeaders: {
    requests: {
      limit: 'anthropic-ratelimit-requests-limit',
      remaining: 'anthropic-ratelimit-requests-remaining',
      reset: 'anthropic-ratelimit-requests-reset',
    },
    tokens: {
      limit: 'anthropic-ratelimit-tokens-limit',
      remaining: 'anthropic-ratelimit-tokens-remaining',
      reset: 'anthropic-ratelimit-tokens-reset',
    },
    resetForm: 'time',
  },
  modelList: { shape: 'data', largestPage: 'limit=1000', aliases: true },
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
  vendor: 'anthropic',
  documentation: 'https://docs.anthropic.com/en/api/messages',
};
