/** Queries and changes of entities: upstreams, models, groups and prices. */
import { api, fetchClient, refresh, required, type View } from '../api/client.ts';
import type { Draft } from './draft.ts';

export type Entity = View<'Entity'>;
export type EntityKind = Entity['object'];

const listPaths = {
  upstream: '/admin/v1/upstreams',
  model: '/admin/v1/models',
  group: '/admin/v1/groups',
  price: '/admin/v1/prices',
} as const satisfies Readonly<Record<EntityKind, string>>;

const itemPaths = {
  upstream: '/admin/v1/upstreams/{id}',
  model: '/admin/v1/models/{id}',
  group: '/admin/v1/groups/{id}',
  price: '/admin/v1/prices/{id}',
} as const satisfies Readonly<Record<EntityKind, string>>;

/** All entities of a kind, those of the file first. */
export function useEntities(kind: EntityKind) {
  return api.useQuery('get', listPaths[kind]);
}

/** @throws ApiError when it does not exist */
export async function readEntity(kind: EntityKind, name: string): Promise<Entity> {
  return required(
    (await fetchClient.GET(itemPaths[kind], { params: { path: { id: name } } })).data,
  );
}

/**
 * @param etag of the version that is changed; absent for a new entity
 * @throws ApiError whose `param` is the wrong field, or with status 412 when there is a newer version
 */
export async function saveEntity(
  {
    kind,
    name,
    etag,
  }: { readonly kind: EntityKind; readonly name: string; readonly etag: string | undefined },
  draft: Draft,
): Promise<void> {
  const header = etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag };
  // Each kind has its own body; a draft may be any of them until the server validates it.
  await fetchClient.PUT(itemPaths[kind], {
    params: { path: { id: name }, header },
    body: draft as never,
  });
  await refreshConfiguration();
}

/** @throws ApiError while another entity refers to it */
export async function deleteEntity({ object, name, etag }: Entity): Promise<void> {
  const params = { path: { id: name }, header: { 'if-match': etag } };
  await fetchClient.DELETE(itemPaths[object], { params });
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
