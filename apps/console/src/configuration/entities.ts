/** Queries and changes of entities: upstreams, models, groups and prices. */
import { api, fetchClient, refresh, type View } from '../api/client.ts';
import type { Draft } from './draft.ts';

export type Entity = View<'Entity'>;
export type EntityKind = Entity['object'];

const listPaths = {
  upstream: '/admin/v1/upstreams',
  model: '/admin/v1/models',
  group: '/admin/v1/groups',
  price: '/admin/v1/prices',
} as const satisfies Readonly<Record<EntityKind, string>>;

/** Each kind has its own body; a draft may be any of them until the server validates it. */
type Saving = { readonly params: { readonly path: { readonly id: string } }; readonly body: never };

const saving = {
  upstream: (init: Saving) => fetchClient.PUT('/admin/v1/upstreams/{id}', init),
  model: (init: Saving) => fetchClient.PUT('/admin/v1/models/{id}', init),
  group: (init: Saving) => fetchClient.PUT('/admin/v1/groups/{id}', init),
  price: (init: Saving) => fetchClient.PUT('/admin/v1/prices/{id}', init),
} as const satisfies Readonly<Record<EntityKind, unknown>>;

type Deleting = Pick<Saving, 'params'>;

const deleting = {
  upstream: (init: Deleting) => fetchClient.DELETE('/admin/v1/upstreams/{id}', init),
  model: (init: Deleting) => fetchClient.DELETE('/admin/v1/models/{id}', init),
  group: (init: Deleting) => fetchClient.DELETE('/admin/v1/groups/{id}', init),
  price: (init: Deleting) => fetchClient.DELETE('/admin/v1/prices/{id}', init),
} as const satisfies Readonly<Record<EntityKind, unknown>>;

/** All entities of a kind, those of the file first. */
export function useEntities(kind: EntityKind) {
  return api.useQuery('get', listPaths[kind]);
}

/** @throws ApiError whose `param` is the wrong field */
export async function saveEntity(kind: EntityKind, name: string, draft: Draft): Promise<void> {
  await saving[kind]({ params: { path: { id: name } }, body: draft as never });
  await refreshConfiguration();
}

/** @throws ApiError while another entity refers to it */
export async function deleteEntity({ object, name }: Entity): Promise<void> {
  await deleting[object]({ params: { path: { id: name } } });
  await refreshConfiguration();
}

/** One entity may change the resolution of all others. */
function refreshConfiguration(): Promise<void> {
  return refresh(
    ...Object.values(listPaths),
    '/admin/v1/health',
    '/admin/v1/call-names',
    '/admin/v1/resolve',
    '/admin/v1/providers',
  );
}
