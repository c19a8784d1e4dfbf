/** How callers show who they are; what stands together in one entry is sent together. */
import type { JsonObject } from '@parley/protocol';
import type { Audience } from '../shared/endpoint.ts';

export const securitySchemes: JsonObject = {
  key: { type: 'http', scheme: 'bearer', description: 'A key, sk-parley-…' },
  keyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  googleKeyHeader: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
  admin: { type: 'http', scheme: 'bearer', description: 'An admin token, parley-admin-…' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description: 'A session of the console; over https its name begins with __Host-.',
  },
  console: {
    type: 'apiKey',
    in: 'header',
    name: 'parley-console',
    description: 'Always 1. Without it the cookie is ignored, as no foreign page can send it.',
  },
  chosenKey: {
    type: 'apiKey',
    in: 'header',
    name: 'parley-key',
    description: 'The id of the key that a call of a session runs as.',
  },
};

const keySchemes: readonly JsonObject[] = [{ key: [] }, { keyHeader: [] }, { googleKeyHeader: [] }];

/** Of the paths that callers use. */
export const callerSecurity: readonly JsonObject[] = [
  ...keySchemes,
  { session: [], console: [], chosenKey: [] },
];

/** Of each audience. */
export const securityOf: Readonly<Record<Audience, readonly JsonObject[]>> = {
  operator: [{ admin: [] }, { session: [], console: [] }],
  key: [...keySchemes, { session: [], console: [] }],
};
