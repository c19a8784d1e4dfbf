/** Merges the entities of the store with the configuration of the host. */
import { omitUndefined } from '@parley/protocol';
import type { EntityKind } from '../store/index.ts';
import { toEntityProblem, type DeclaredEntity, type EntityProblem } from './entities.ts';
import { mergeConfigurations } from './merge.ts';
import { checkReferences } from './references.ts';
import { configurationSchema, groupSchema, type Configuration } from './schema.ts';

/** The configuration in force, and the entities of the store that are left out of it. */
export interface MergedConfiguration {
  readonly configuration: Configuration;
  readonly problems: readonly EntityProblem[];
}

/**
 * Merges both. An entry of the host replaces the entity of the same name. An entity that does not fit the
 * rest is left out by itself. Problems of the host's own configuration are not reported here.
 */
export function mergeEntities(
  entities: readonly DeclaredEntity[],
  host: Configuration,
): MergedConfiguration {
  const own = entities.filter((entity) => !isDeclaredBy(host, entity));
  const whole = merge(own, host);
  if (checkReferences(whole).length === 0) return { configuration: whole, problems: [] };
  if (checkReferences(host).length > 0) return { configuration: host, problems: [] };
  return mergeOneByOne(own, host);
}

/** Kinds that others refer to come first. */
const order: readonly EntityKind[] = ['upstream', 'group', 'model', 'price'];

/** Adds entities one by one to find those that do not fit; only needed when one does not. */
function mergeOneByOne(
  entities: readonly DeclaredEntity[],
  host: Configuration,
): MergedConfiguration {
  const problems: EntityProblem[] = [];
  let kept: readonly DeclaredEntity[] = [];
  for (const entity of order.flatMap((kind) => entities.filter((each) => each.kind === kind))) {
    const [problem] = checkReferences(merge([...kept, entity], host));
    if (problem === undefined) kept = [...kept, entity];
    else problems.push(toEntityProblem(entity, problem));
  }
  return { configuration: merge(kept, host), problems };
}

/**
 * Whether the host has an entry of this name, which then replaces the entity as a whole: an upstream of
 * the host must not send its credential to an address that the store names. Prices have no names.
 */
function isDeclaredBy(host: Configuration, { kind, name }: DeclaredEntity): boolean {
  if (kind === 'price') return false;
  const { upstreams, models, groups } = host;
  return Object.hasOwn({ upstream: upstreams, model: models, group: groups }[kind], name);
}

const nothing = configurationSchema.parse({});

/**
 * The group `default` exists while the host configures no group, also when the store declares others,
 * because keys are bound to it.
 */
function merge(entities: readonly DeclaredEntity[], host: Configuration): Configuration {
  const declared = entities.map(({ configuration }) => configuration);
  const merged = mergeConfigurations(assemble(declared), host);
  if (Object.keys(host.groups).length > 0) return merged;
  return { ...merged, groups: { default: groupSchema.parse({}), ...merged.groups } };
}

/** One configuration of all entities, in one step, since there may be many. */
function assemble(parts: readonly Configuration[]): Configuration {
  const prices = parts.flatMap((part) => part.prices ?? []);
  return omitUndefined({
    ...nothing,
    upstreams: Object.fromEntries(parts.flatMap((part) => Object.entries(part.upstreams))),
    models: Object.fromEntries(parts.flatMap((part) => Object.entries(part.models))),
    groups: Object.fromEntries(parts.flatMap((part) => Object.entries(part.groups))),
    prices: prices.length > 0 ? prices : undefined,
  });
}
