import type { JsonObject } from '@parley/protocol';
import {
  decodeEntity,
  type EntityProblem,
  mergeEntities,
  decodeEntities,
} from '@parley/core/extension';
import type { EntityRecord } from '@parley/core/store';
import type { ConfigurationOperator } from '../operator.ts';
import { conflict, invalid } from '../refusal.ts';
import * as schemas from '../schemas.ts';

type Place = Pick<EntityRecord, 'kind' | 'name'>;

/**
 * Checks a part by itself, before its credential is sealed.
 * @throws GatewayError `invalid-request`
 */
export function checkInput(place: Place, { credential, ...rest }: JsonObject): void {
  refuseReferences({ ...rest, credential }, []);
  const { error } = schemas.entityName.safeParse(place.name);
  if (error !== undefined) throw invalid(error.issues[0]?.message ?? 'Use another name.', 'name');
  const value = typeof credential === 'string' ? { ...rest, credential } : rest;
  const decoded = decodeEntity(place, value);
  if (!('message' in decoded)) return;
  // What is wrong with the name itself is said without a path.
  throw invalid(decoded.message, decoded.path.length === 0 ? 'name' : decoded.path.join('.'));
}

/** Values of the host must not be readable by way of this interface. */
function refuseReferences(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && (value.includes('${') || value.startsWith('file:'))) {
    throw invalid('References to the environment or to files belong in the file.', path.join('.'));
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseReferences(inner, [...path, key]);
}

/**
 * Checks that everything which could be used before can be used afterwards, and what is new too.
 * @throws GatewayError `invalid-request` that names the field, or the part that is in the way
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
  throw conflict(`The ${kind} ${JSON.stringify(name)} stands in the way. ${message}`, inTheWay);
}

const inTheWay = 'still_referred_to';

async function findProblems(
  { configuration, cipher }: ConfigurationOperator,
  records: readonly EntityRecord[],
): Promise<readonly EntityProblem[]> {
  const { entities, problems } = await decodeEntities(records, cipher);
  return [...problems, ...mergeEntities(entities, configuration.host()).problems];
}

function isSame(one: Place, other: Place): boolean {
  return one.kind === other.kind && one.name === other.name;
}

const pageSize = 1_000;

/**
 * A key of a group that does not exist could call nothing.
 * @param rest what the store declares without this group
 * @throws GatewayError `invalid-request` when a key is bound to this group
 */
export async function checkUnbound(
  { store, configuration, cipher }: ConfigurationOperator,
  group: string,
  rest: readonly EntityRecord[],
): Promise<void> {
  const { entities } = await decodeEntities(rest, cipher);
  const { groups } = mergeEntities(entities, configuration.host()).configuration;
  // The group `default` exists without being declared where no file declares groups.
  if (Object.hasOwn(groups, group)) return;
  let afterId: string | undefined;
  do {
    const keys = await store.listKeys({ limit: pageSize, ...(afterId && { afterId }) });
    const bound = keys.find(({ key }) => key.groups.includes(group));
    if (bound !== undefined) {
      throw conflict(`The key ${bound.key.id} is bound to this group.`, inTheWay);
    }
    afterId = keys.length === pageSize ? keys.at(-1)?.key.id : undefined;
  } while (afterId !== undefined);
}
