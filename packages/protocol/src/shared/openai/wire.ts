// What the wire definitions of both of OpenAI's formats have in common; each dialect spreads it into its own.
import type { DialectWire, RateLimitHeaders } from '../../wire.ts';
import { openaiLimit } from '../limit-headers.ts';

const rateLimitHeaders: RateLimitHeaders = {
  requests: openaiLimit('requests'),
  tokens: openaiLimit('tokens'),
  resetForm: 'duration',
};

/** The vendor of file ids and of bare provider state in both formats; no field states it. */
export const homeVendor = 'openai';

export const openaiWire = {
  versions: [],
  authorization: 'bearer',
  takesKeyInQuery: false,
  requiredHeaders: {},
  clientHeaders: [],
  fallbackFields: [],
  rateLimitHeaders,
  modelList: { shape: 'data', largestPage: 'limit=1000', aliases: false },
  // A comment: a frame with data would reach a client as a chunk without choices, or as an event.
  keepAlive: ': keepalive\n\n',
  vendor: homeVendor,
} as const satisfies Partial<DialectWire>;
