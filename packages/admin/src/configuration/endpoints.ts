import type { JsonObject } from '@parley/protocol';
import {
  adminTokenView,
  createAdminToken,
  createdAdminTokenView,
  deleteAdminToken,
  listAdminTokens,
  newAdminToken,
} from '../users/admin-tokens.ts';
import { callNameQuery, callNameView, listCallNames } from '../models/call-names.ts';
import { configurationView, showConfiguration } from './configuration-view.ts';
import { deleteEntity, listEntities, readEntity, saveEntity } from './entities.ts';
import { entityInputs } from './entity-schemas.ts';
import { entityView } from './entity-view.ts';
import { explainName, resolutionQuery, resolutionView } from '../models/resolution.ts';
import type { EntityKind } from '@parley/core/store';
import { listed, one, removal, type AdminEndpoint } from '../shared/endpoint.ts';

const examples: Readonly<Record<EntityKind, JsonObject>> = {
  upstream: { provider: 'openai', credential: 'sk-no-real-credential', idle_timeout: 30 },
  model: {
    targets: [
      { upstream: 'openai', model: 'gpt-5' },
      { upstream: 'azure', priority: 1 },
    ],
  },
  group: { fingerprint: 'team', models: ['claude-*', 'gpt-5'], multiplier: 1.2 },
  price: { match: 'openai/gpt-5*', input: 1.25, output: 10, cache_read: 0.125 },
};

function entityEndpoints(kind: EntityKind, path: string): readonly AdminEndpoint[] {
  return [
    listed({
      method: 'GET',
      path,
      summary: `List every ${kind}, the file's first`,
      answer: entityView,
      run: ({ operator }) => listEntities(operator, kind),
    }),
    one({
      method: 'GET',
      path: `${path}/:id{.+}`,
      summary: `Show a ${kind}`,
      answer: entityView,
      run: ({ operator, id }) => readEntity(operator, kind, id),
    }),
    one({
      method: 'PUT',
      path: `${path}/:id{.+}`,
      summary: `Declare a ${kind}, or replace it`,
      body: entityInputs[kind],
      example: examples[kind],
      answer: entityView,
      run: ({ operator, id, body }) => saveEntity(operator, { kind, name: id }, body),
    }),
    removal({
      method: 'DELETE',
      path: `${path}/:id{.+}`,
      summary: `Delete a ${kind} that the file does not declare`,
      run: ({ operator, id }) => deleteEntity(operator, kind, id),
    }),
  ];
}

/** What there is to call, and who may administer it. */
export const configurationEndpoints: readonly AdminEndpoint[] = [
  ...entityEndpoints('upstream', '/upstreams'),
  ...entityEndpoints('model', '/models'),
  ...entityEndpoints('group', '/groups'),
  ...entityEndpoints('price', '/prices'),
  one({
    method: 'GET',
    path: '/configuration',
    summary: 'Show everything that is in force, and where it was said',
    description:
      'Each value of the file, the environment, the store and the defaults, with the line or the variable that says it. Secrets are shown as ***.',
    answer: configurationView,
    run: async ({ operator, gateway }) => showConfiguration(operator, gateway),
  }),
  listed({
    method: 'GET',
    path: '/call-names',
    summary: 'List what a key or a group may call, with prices and targets',
    description:
      'Bare names of the default group, and names of every group behind its fingerprint. Prices are those of the first target and hold the multiplier of the group.',
    query: callNameQuery,
    answer: callNameView,
    run: ({ operator, query }) => listCallNames(operator, query),
  }),
  one({
    method: 'GET',
    path: '/resolve',
    summary: 'Tell what a key gets for a call name, and why',
    description:
      'Nothing is called. The targets stand in the order in which a call would try them now, with the reason why each but the first comes later, or never.',
    query: resolutionQuery,
    answer: resolutionView,
    run: ({ operator, query }) => explainName(operator, query),
  }),
  listed({
    method: 'GET',
    path: '/tokens',
    summary: 'List the tokens of this API',
    answer: adminTokenView,
    run: ({ operator }) => listAdminTokens(operator),
  }),
  one({
    method: 'POST',
    path: '/tokens',
    summary: 'Make a token of this API; its secret is shown only in this answer',
    body: newAdminToken,
    example: { name: 'dashboard', role: 'viewer' },
    answer: createdAdminTokenView,
    status: 201,
    run: ({ operator, body }) => createAdminToken(operator, body),
  }),
  removal({
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Take a token away',
    run: ({ operator, id }) => deleteAdminToken(operator, id),
  }),
];
