/** Lists the names that a key may send in `model`; used by the model lists and the admin API. */
import { omitUndefined } from '@parley/protocol';
import { compareText } from '../../configuration/names.ts';
import { aliasOf, findResolution, resolveCallName, type Resolution } from './call-name.ts';
import { routesWithin, type Scope } from './scope.ts';

/** A model in the list that a client receives. */
export interface ModelEntry {
  /** What the client sends in `model`. */
  readonly id: string;
  readonly displayName: string;
  readonly ownedBy: string;
  /** Seconds since 1970; 0 when unknown. */
  readonly createdAt: number;
  /** In tokens; absent when unknown. */
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** Whether a prompt may contain images; absent when unknown. */
  readonly acceptsImages?: boolean;
}

/** Which names a list of models has besides those that can always be sent. */
export interface ModelListOptions {
  /** Whether aliases are listed, for clients whose model picker hides other names. */
  readonly aliases: boolean;
}

/**
 * Every name that a key may send, sorted: the call names of its default group, those of all its groups with
 * their fingerprints, the exact names of tier rules, and aliases on request. Each of them resolves to the
 * route for which it is listed.
 */
export function listModelEntries(scope: Scope, options: ModelListOptions): readonly ModelEntry[] {
  return listUsableNames(scope, options).map(({ entry }) => entry);
}

/** A name that a key may send, and its route. */
export interface UsableName {
  readonly entry: ModelEntry;
  readonly resolution: Resolution;
}

/** As `listModelEntries`, with the route of each name. */
export function listUsableNames(
  scope: Scope,
  { aliases }: ModelListOptions,
): readonly UsableName[] {
  const names = new Map<string, UsableName>();
  for (const { name, callName } of listNames(scope, aliases)) {
    const resolution = findResolution(scope, name);
    // A name with a prefix may also be the call name of another route, which takes precedence.
    if (resolution?.route.callName !== callName) continue;
    names.set(name, { entry: entryOf(resolution, name), resolution });
  }
  return [...names.values()].sort((a, b) => compareText(a.entry.id, b.entry.id));
}

/**
 * The entry of one name.
 * @throws GatewayError `not-found` as `resolveCallName` does
 */
export function describeModel(scope: Scope, name: string): ModelEntry {
  return entryOf(resolveCallName(scope, name), name);
}

interface ListedName {
  readonly name: string;
  /** The call name of its route. */
  readonly callName: string;
}

function* listNames(scope: Scope, aliases: boolean): Generator<ListedName> {
  const [defaultGroup] = scope.groups;
  for (const group of scope.groups) {
    const { fingerprint } = group;
    for (const route of routesWithin(scope, group)) {
      const { callName } = route;
      if (group === defaultGroup) yield { name: callName, callName };
      if (fingerprint !== undefined) yield { name: `${fingerprint}/${callName}`, callName };
      const alias = aliases ? aliasOf(group, route) : undefined;
      if (alias !== undefined) yield { name: alias, callName };
    }
  }
  for (const rule of defaultGroup.tiers) {
    if (rule.match === 'exact') yield { name: rule.name, callName: rule.to };
  }
}

function entryOf({ route, group, by }: Resolution, id: string): ModelEntry {
  const { displayName, ownedBy, createdAt = 0 } = route;
  const { maxInputTokens, maxOutputTokens, acceptsImages } = route;
  const isPlain = id === route.callName || group.fingerprint === undefined;
  return omitUndefined({
    id,
    displayName:
      by === 'tier'
        ? `${id} → ${displayName}`
        : isPlain
          ? displayName
          : `${displayName} (${group.fingerprint})`,
    ownedBy,
    createdAt,
    maxInputTokens,
    maxOutputTokens,
    acceptsImages,
  });
}
