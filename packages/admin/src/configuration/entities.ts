/** Entities: lists, saves and deletes upstreams, models, groups and prices, for the admin API and command lines. */
import type * as z from 'zod';
import { StoreChangedError, type EntityKind } from '@parley/core/store';
import { checkChange, checkEntityInput, checkUnbound, type EntityId } from './entity-checks.ts';
import {
  belongsToFile,
  declaredInFile,
  type entityInputs,
  type EntityView,
  toFileView,
  toJson,
  toStoredView,
} from './entity.ts';
import { maskEntity } from './masking.ts';
import { audit } from '../audit/audit-log.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { conflict, notFound, translateStoreErrors } from '../shared/errors.ts';
import { runUntilUnchanged } from '../shared/unchanged.ts';
import { encryptUpstream } from './upstream-secrets.ts';

/** Lists entities: those of the file, then those of the store, each in their order. */
export async function listEntities(
  { store, configuration }: ConfigurationOperator,
  kind: EntityKind,
): Promise<readonly EntityView[]> {
  const host = configuration.host();
  const { entities } = await store.readEntities();
  const own = entities.filter(
    (entity) => entity.kind === kind && !belongsToFile(host, kind, entity.name),
  );
  return [
    ...[...declaredInFile(host, kind)].map(([name, value]) => toFileView(kind, name, value)),
    ...own.map(toStoredView),
  ];
}

/** Reads one part of the configuration with its origin. Secrets are masked. @throws GatewayError `not-found` */
export async function readEntity(
  operator: ConfigurationOperator,
  kind: EntityKind,
  name: string,
): Promise<EntityView> {
  const entities = await listEntities(operator, kind);
  const found = entities.find((entity) => entity.name === name);
  if (found === undefined) throw notFound(kind);
  return found;
}

/** An entity of any kind, as it was read from an operator. */
export type EntityInput = z.output<(typeof entityInputs)[EntityKind]>;

/**
 * Creates or replaces an entity of the store. The whole configuration must be valid with it.
 * @throws GatewayError `invalid-request` when it is not, or when the file declares this name
 */
export function saveEntity(
  operator: ConfigurationOperator,
  id: EntityId,
  input: EntityInput,
): Promise<EntityView> {
  return runUntilUnchanged(() => replaceEntity(operator, id, input));
}

/**
 * Changes an entity of the store. If somebody else changes it at the same time, the change is made again, of what they
 * have made of it.
 * @param change returns the entity that takes the place of the one it gets
 * @throws GatewayError as `readEntity` and `saveEntity` do
 */
export function changeEntity(
  operator: ConfigurationOperator,
  { kind, name }: EntityId,
  change: (configuration: EntityView['configuration']) => EntityInput,
): Promise<EntityView> {
  return runUntilUnchanged(async () => {
    const { configuration, etag } = await readEntity(operator, kind, name);
    const condition = (current: string | undefined): void => {
      if (current !== etag) throw new StoreChangedError('The entity has changed.');
    };
    return replaceEntity({ ...operator, condition }, { kind, name }, change(configuration));
  });
}

/** @throws StoreChangedError when it is changed after it was read: a credential that it keeps would be an old one */
async function replaceEntity(
  operator: ConfigurationOperator,
  { kind, name }: EntityId,
  input: EntityInput,
): Promise<EntityView> {
  refuseFileEntity(operator, { kind, name });
  const { store, clock, configuration, cipher, condition } = operator;
  const { entities } = await store.readEntities();
  const previous = entities.find((entity) => entity.kind === kind && entity.name === name);
  condition?.(previous && toStoredView(previous).etag);
  const json = toJson(input);
  checkEntityInput({ kind, name }, json);
  const body =
    kind === 'upstream' ? await encryptUpstream({ name, input: json }, previous, cipher) : json;
  const entity = { kind, name, body: JSON.stringify(body), updatedAt: clock.now() };
  await checkChange(operator, entities, [...entities.filter((each) => each !== previous), entity]);
  await store.saveEntity(entity, previous ?? 'none');
  await audit(operator, { action: `${kind}.save`, subjectId: name, detail: maskEntity(body) });
  await configuration.refreshNow();
  return toStoredView(entity);
}

/**
 * Deletes a stored part of the configuration, and writes that to the audit log.
 * @throws GatewayError `not-found`, or `invalid-request` while another entity or a key refers to it
 */
export async function deleteEntity(
  operator: ConfigurationOperator,
  kind: EntityKind,
  name: string,
): Promise<void> {
  refuseFileEntity(operator, { kind, name });
  const { store, configuration, condition } = operator;
  const { entities } = await store.readEntities();
  const previous = entities.find((entity) => entity.kind === kind && entity.name === name);
  if (previous === undefined) throw notFound(kind);
  condition?.(toStoredView(previous).etag);
  const rest = entities.filter((entity) => entity !== previous);
  const unbound = kind === 'group' && (await checkUnbound(operator, name, rest));
  await checkChange(operator, entities, rest);
  const expected = condition && previous;
  await translateStoreErrors(() => store.deleteEntity(kind, name, { unbound, expected }));
  await audit(operator, { action: `${kind}.delete`, subjectId: name });
  await configuration.refreshNow();
}

function refuseFileEntity(
  { configuration }: ConfigurationOperator,
  { kind, name }: EntityId,
): void {
  if (!belongsToFile(configuration.host(), kind, name)) return;
  throw conflict(
    `The configuration file declares this ${kind}; change it there.`,
    'managed_by_file',
  );
}
