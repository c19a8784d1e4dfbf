import type { EntityKind } from '../store/index.ts';
import { toEntityProblem, type DeclaredEntity, type EntityProblem } from './entities.ts';
import { mergeConfigurations } from './merge.ts';
import { checkReferences } from './references.ts';
import { configurationSchema, groupSchema, type Configuration } from './schema.ts';

/** The host's configuration with what the store declares, and what of that cannot be used. */
export interface JoinedConfiguration {
  readonly configuration: Configuration;
  readonly problems: readonly EntityProblem[];
}

/**
 * Joins both. The host's parts win, name by name, and a part of the store that does not fit is left out
 * alone. What is wrong with the host's own part is not looked for.
 */
export function joinConfigurations(
  entities: readonly DeclaredEntity[],
  host: Configuration,
): JoinedConfiguration {
  const own = entities.filter((entity) => !isDeclaredBy(host, entity));
  const whole = merge(own, host);
  if (checkReferences(whole).length === 0) return { configuration: whole, problems: [] };
  if (checkReferences(host).length > 0) return { configuration: host, problems: [] };
  return joinOneByOne(own, host);
}

/** Parts that others refer to come first. */
const order: readonly EntityKind[] = ['upstream', 'group', 'model', 'price'];

/** Finds out who is to blame, which is slower; it only happens when somebody is. */
function joinOneByOne(
  entities: readonly DeclaredEntity[],
  host: Configuration,
): JoinedConfiguration {
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
 * An upstream of the host must not get its address from the store, nor lend it its credential: whose name
 * the host declares is the host's alone. Prices have no names there.
 */
function isDeclaredBy(host: Configuration, { kind, name }: DeclaredEntity): boolean {
  if (kind === 'price') return false;
  const { upstreams, models, groups } = host;
  return Object.hasOwn({ upstream: upstreams, model: models, group: groups }[kind], name);
}

const nothing = configurationSchema.parse({});

/**
 * A group that the store declares must not take away the one that exists when the host declares none,
 * because keys are bound to it.
 */
function merge(entities: readonly DeclaredEntity[], host: Configuration): Configuration {
  const declared = entities.map(({ configuration }) => configuration);
  const joined = mergeConfigurations(assemble(declared), host);
  if (Object.keys(host.groups).length > 0) return joined;
  return { ...joined, groups: { default: groupSchema.parse({}), ...joined.groups } };
}

/** Parts of different names, side by side; in one step, since there may be many. */
function assemble(parts: readonly Configuration[]): Configuration {
  const prices = parts.flatMap((part) => part.prices ?? []);
  return {
    ...nothing,
    upstreams: Object.fromEntries(parts.flatMap((part) => Object.entries(part.upstreams))),
    models: Object.fromEntries(parts.flatMap((part) => Object.entries(part.models))),
    groups: Object.fromEntries(parts.flatMap((part) => Object.entries(part.groups))),
    ...(prices.length > 0 && { prices }),
  };
}
