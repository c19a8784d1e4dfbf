/**
 * The endpoints `/admin/v1/configuration`, and those that declare upstreams, models, groups and prices below
 * `/admin/v1/upstreams`, `/models`, `/groups` and `/prices`.
 */
import type { JsonObject } from '@parley/protocol';
import type { EntityKind } from '@parley/core/store';
import {
  defineDeletion,
  defineEndpoint,
  defineList,
  type AdminEndpoint,
} from '../shared/endpoint.ts';
import { configurationView, showConfiguration } from './configuration-view.ts';
import { deleteEntity, listEntities, readEntity, saveEntity } from './entities.ts';
import { entityInputs, entityView } from './entity.ts';

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
  const article = kind === 'upstream' ? 'an' : 'a';
  return [
    defineList({
      method: 'GET',
      path,
      summary: `List all ${kind}s, beginning with those of the configuration file`,
      response: entityView,
      run: ({ operator }) => listEntities(operator, kind),
    }),
    defineEndpoint({
      method: 'GET',
      path: `${path}/:id{.+}`,
      summary: `Get ${article} ${kind}`,
      response: entityView,
      run: ({ operator, id }) => readEntity(operator, kind, id),
    }),
    defineEndpoint({
      method: 'PUT',
      path: `${path}/:id{.+}`,
      summary: `Create or replace ${article} ${kind}`,
      body: entityInputs[kind],
      example: examples[kind],
      response: entityView,
      run: ({ operator, id, body }) => saveEntity(operator, { kind, name: id }, body),
    }),
    defineDeletion({
      method: 'DELETE',
      path: `${path}/:id{.+}`,
      summary: `Delete ${article} ${kind} that the configuration file does not declare`,
      run: ({ operator, id }) => deleteEntity(operator, kind, id),
    }),
  ];
}

export const configurationEndpoints: readonly AdminEndpoint[] = [
  ...entityEndpoints('upstream', '/upstreams'),
  ...entityEndpoints('model', '/models'),
  ...entityEndpoints('group', '/groups'),
  ...entityEndpoints('price', '/prices'),
  defineEndpoint({
    method: 'GET',
    path: '/configuration',
    summary: 'Get the effective configuration with the origin of each value',
    description:
      'Contains the values of the configuration file, the environment, the store and the defaults, each with its line or variable. Secrets are replaced by ***.',
    response: configurationView,
    run: async ({ operator, gateway }) => showConfiguration(operator, gateway),
  }),
];
