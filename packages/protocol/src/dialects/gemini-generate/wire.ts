// Paths, headers and field names of Google's own format, for the codec.
import type { DialectWire } from '../../wire.ts';

/** Google's clients may write it before a model name, with the same meaning. */
const prefix = 'models/';

export const wire: DialectWire = {
  versions: ['/v1beta', '/v1', '/v1alpha'],
  versionedEnding: '/publishers/google',
  paths: {
    generate: ({ model, stream }) =>
      pathOf(model, stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
    countTokens: (model) => pathOf(model, 'countTokens'),
    embed: (model, action = 'embedContent') => pathOf(model, action),
    models: '/models',
  },
  authorization: 'x-goog-api-key',
  takesKeyInQuery: true,
  requiredHeaders: {},
  forwardedHeaders: [],
  clientHeaders: ['x-goog-api-key', 'x-goog-api-client'],
  // Google's JSON accepts both spellings of every field.
  outputLimit: {
    within: ['generationConfig', 'generation_config'],
    names: ['maxOutputTokens', 'max_output_tokens'],
    usual: () => 'maxOutputTokens',
  },
  fallbackFields: [],
  modelList: { shape: 'models', largestPage: 'pageSize=1000', prefix, aliases: false },
  // Nothing: an older official client stops reading at a comment, and others treat it as a reply.
  keepAlive: '',
  vendor: 'google',
  documentation: 'https://ai.google.dev/api/generate-content',
};

function pathOf(model: string, action: string): string {
  const name = model.startsWith(prefix) ? model.slice(prefix.length) : model;
  return `/models/${encodeName(name)}:${action}`;
}

/**
 * Model names may contain any character. Slashes are kept, as Google's clients write them, unless that would
 * create a segment that a URL resolves, such as `..`.
 */
function encodeName(name: string): string {
  const segments = name.split('/');
  const resolves = segments.some((segment) => segment === '.' || segment === '..');
  return segments.map(encodeURIComponent).join(resolves ? '%2F' : '/');
}
