/** Merges the entities of the store with the configuration of the host. */
import { omitUndefined } from '@parley/protocol';
import type { EntityKind } from '../store/index.ts';
import { toEntityProblem, type DeclaredEntity, type EntityProblem } from './entities.ts';
import { mergeConfigurations } from './merge.ts';
import { checkReferences } from './references.ts';
import { configurationSchema, groupSchema, type Configuration } from './schema.ts';

/** The active configuration, and the entities of the store that are excluded from it. */
export interface MergedConfiguration {
  readonly configuration: Configuration;
  readonly problems: readonly EntityProblem[];
}

/**
 * Merges both. An entry of the host replaces the entity of the same name. Only an entity that conflicts with
 * the rest is excluded. Problems of the host's own configuration are not reported here.
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

/** Adds entities one by one to find those that conflict; needed only when one does. */
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
 * Whether the host has an entry of this name, which then replaces the whole entity: an upstream of the host
 * must not send its credential to a base URL from the store. Prices have no names.
 */
function isDeclaredBy(host: Configuration, { kind, name }: DeclaredEntity): boolean {
  if (kind === 'price') return false;
  const { upstreams, models, groups } = host;
  return Object.hasOwn({ upstream: upstreams, model: models, group: groups }[kind], name);
}

const nothing = configurationSchema.parse({});

/**
 * The group `default` exists while the host configures no group, even when the store has other groups,
 * because keys are bound to it.
 */
function merge(entities: readonly DeclaredEntity[], host: Configuration): Configuration {
  const declared = entities.map(({ configuration }) => configuration);
  const merged = mergeConfigurations(assemble(declared), host);
  if (Object.keys(host.groups).length > 0) return merged;
  return { ...merged, groups: { default: groupSchema.parse({}), ...merged.groups } };
}

/** Combines all entities into one configuration in one step, because there may be many. */
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
