import { entityKinds } from '@parley/core';
import { listEntities, type EntityView } from '@parley/core/administration';
import type { Session } from '../session.ts';

/** The part of the file in which each kind stands. */
export const sections = {
  upstream: 'upstreams',
  model: 'models',
  group: 'groups',
  price: 'prices',
} as const;

/** Everything that is declared, in the file, in the environment and in the store. */
export async function listAll({ operator }: Session): Promise<readonly EntityView[]> {
  const lists = await Promise.all(entityKinds.map((kind) => listEntities(operator, kind)));
  return lists.flat();
}
