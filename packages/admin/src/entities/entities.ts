import type * as z from 'zod';
import type { EntityKind, EntityRecord } from '@parley/core/store';
import { checkChange, checkInput, checkUnbound } from './entity-checks.ts';
import { toJson, type entityInputs } from './entity-schemas.ts';
import {
  belongsToFile,
  declaredInFile,
  encodeEntity,
  encodeStored,
  maskSecrets,
  type EntityView,
} from './entity-view.ts';
import { audit, type ConfigurationOperator, type Deed } from '../operator.ts';
import { conflict, notFound } from '../refusal.ts';
import { sealUpstream } from '../models/upstream-secrets.ts';

type Place = Pick<EntityRecord, 'kind' | 'name'>;

/** The file's first, then the store's, each in their order. */
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
    ...[...declaredInFile(host, kind)].map(([name, value]) => encodeEntity(kind, name, value)),
    ...own.map(encodeStored),
  ];
}

/** @throws GatewayError `not-found` */
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

/**
 * Declares a part, or replaces it. The whole configuration must be usable with it.
 * @throws GatewayError `invalid-request` when it is not, or when the file declares that name
 */
export async function saveEntity(
  operator: ConfigurationOperator,
  { kind, name }: Place,
  input: z.output<(typeof entityInputs)[EntityKind]>,
): Promise<EntityView> {
  refuseDeclared(operator, { kind, name });
  const { store, clock, configuration, cipher } = operator;
  const { entities } = await store.readEntities();
  const previous = entities.find((entity) => entity.kind === kind && entity.name === name);
  const json = toJson(input);
  checkInput({ kind, name }, json);
  const body =
    kind === 'upstream' ? await sealUpstream({ name, input: json }, previous, cipher) : json;
  const entity = { kind, name, body: JSON.stringify(body), updatedAt: clock.now() };
  await checkChange(operator, entities, [...entities.filter((each) => each !== previous), entity]);
  await store.saveEntity(entity);
  await audit(operator, {
    ...toDeed('save', entity),
    detail: maskSecrets(body),
  });
  await configuration.refreshNow();
  return encodeStored(entity);
}

/** @throws GatewayError `not-found`, or `invalid-request` when something still needs it */
export async function deleteEntity(
  operator: ConfigurationOperator,
  kind: EntityKind,
  name: string,
): Promise<void> {
  refuseDeclared(operator, { kind, name });
  const { store, configuration } = operator;
  const { entities } = await store.readEntities();
  const rest = entities.filter((entity) => entity.kind !== kind || entity.name !== name);
  if (rest.length === entities.length) throw notFound(kind);
  if (kind === 'group') await checkUnbound(operator, name, rest);
  await checkChange(operator, entities, rest);
  await store.deleteEntity(kind, name);
  await audit(operator, toDeed('delete', { kind, name }));
  await configuration.refreshNow();
}

function refuseDeclared({ configuration }: ConfigurationOperator, { kind, name }: Place): void {
  if (!belongsToFile(configuration.host(), kind, name)) return;
  throw conflict(
    `The configuration file declares this ${kind}; change it there.`,
    'managed_by_file',
  );
}

function toDeed(verb: 'save' | 'delete', { kind, name }: Place): Deed {
  return { action: `${kind}.${verb}`, subjectKind: kind, subjectId: name };
}
