/** Checks that an entity, and the whole configuration with it, is valid before the store keeps it. */
import { omitUndefined } from '@parley/protocol';
import type { JsonObject } from '@parley/protocol';
import {
  decodeEntity,
  type EntityProblem,
  mergeEntities,
  decodeEntities,
} from '@parley/core/extension';
import type { EntityRecord } from '@parley/core/store';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { conflict, invalid } from '../shared/errors.ts';
import { entityName } from '../shared/schemas.ts';

/** What an entity is found by. */
export type EntityId = Pick<EntityRecord, 'kind' | 'name'>;

/**
 * Checks an entity by itself, before its credential is encrypted.
 * @throws GatewayError `invalid-request`
 */
export function checkEntityInput(place: EntityId, { credential, ...rest }: JsonObject): void {
  refuseReferences({ ...rest, credential }, []);
  const { error } = entityName.safeParse(place.name);
  if (error !== undefined) throw invalid(error.issues[0]?.message ?? 'Use another name.', 'name');
  const value = typeof credential === 'string' ? { ...rest, credential } : rest;
  const decoded = decodeEntity(place, value);
  if (!('message' in decoded)) return;
  // A problem with the name itself has no path.
  throw invalid(decoded.message, decoded.path.length === 0 ? 'name' : decoded.path.join('.'));
}

/** The API must not reveal environment variables or files of the host. */
function refuseReferences(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && (value.includes('${') || value.startsWith('file:'))) {
    throw invalid(
      'References to environment variables or files are allowed only in the configuration file.',
      path.join('.'),
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseReferences(inner, [...path, key]);
}

/**
 * Checks that the changed entity is valid and that no entity which was valid before becomes invalid.
 * @throws GatewayError `invalid-request` that names the wrong field, or the entity that would be invalid
 */
export async function checkChange(
  operator: ConfigurationOperator,
  before: readonly EntityRecord[],
  after: readonly EntityRecord[],
): Promise<void> {
  const changed = after.find((record) => !before.includes(record));
  const problems = await findProblems(operator, after);
  const own = problems.find((problem) => changed !== undefined && isSame(problem, changed));
  if (own !== undefined) throw invalid(own.message, own.path.join('.'));
  const old = await findProblems(operator, before);
  const broken = problems.find((problem) => !old.some((known) => isSame(problem, known)));
  if (broken === undefined) return;
  const { kind, name, message } = broken;
  throw conflict(
    `This would make the ${kind} ${JSON.stringify(name)} invalid. ${message}`,
    stillNeeded,
  );
}

const stillNeeded = 'still_referred_to';

async function findProblems(
  { configuration, cipher }: ConfigurationOperator,
  records: readonly EntityRecord[],
): Promise<readonly EntityProblem[]> {
  const { entities, problems } = await decodeEntities(records, cipher);
  return [...problems, ...mergeEntities(entities, configuration.host()).problems];
}

function isSame(one: EntityId, other: EntityId): boolean {
  return one.kind === other.kind && one.name === other.name;
}

const pageSize = 1_000;

/**
 * Checks that no key is bound to a group, because a key without an existing group could not call anything.
 * @param rest the entities of the store without this group
 * @returns whether no key may be bound to it, because it exists no longer without the entity
 * @throws GatewayError `invalid-request` when a key is bound to the group
 */
export async function checkUnbound(
  { store, configuration, cipher }: ConfigurationOperator,
  group: string,
  rest: readonly EntityRecord[],
): Promise<boolean> {
  const { entities } = await decodeEntities(rest, cipher);
  const { groups } = mergeEntities(entities, configuration.host()).configuration;
  // Without declared groups the group `default` exists implicitly.
  if (Object.hasOwn(groups, group)) return false;
  let afterId: string | undefined;
  do {
    const keys = await store.listKeys(omitUndefined({ limit: pageSize, afterId }));
    const bound = keys.find(({ key }) => key.groups.includes(group));
    if (bound !== undefined) {
      throw conflict(`The key ${bound.key.id} is bound to this group.`, stillNeeded);
    }
    afterId = keys.length === pageSize ? keys.at(-1)?.key.id : undefined;
  } while (afterId !== undefined);
  return true;
}
