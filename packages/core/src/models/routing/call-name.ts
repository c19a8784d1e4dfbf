/**
 * Resolves the name that a client sends in `model` to a route; used by the resolve stage and the model lists.
 */
import { GatewayError, type Effort, omitUndefined } from '@parley/protocol';
import { findNearestNames } from '../../configuration/names.ts';
import { findByFingerprint, findInGroup, findUnlisted, routesWithin, type Scope } from './scope.ts';
import type { Group, Route } from './snapshot.ts';
import { findTierName, findTierRule } from './tiers.ts';

/**
 * The prefix of aliases. The model picker of Claude Code shows only ids that begin with `claude` or
 * `anthropic` (code.claude.com, gateway protocol).
 */
const aliasPrefix = 'anthropic/';

/** The alias of a route; absent when the model picker already shows its call name. */
export function aliasOf({ fingerprint }: Group, { callName }: Route): string | undefined {
  if (callName.startsWith('claude') || callName.startsWith('anthropic')) return undefined;
  const prefix = fingerprint === undefined ? '' : `${fingerprint}/`;
  return `${aliasPrefix}${prefix}${callName}`;
}

/** The maximum number of names that an error message suggests. */
const mostSuggestions = 5;

/** The longest name that a message repeats, in characters. */
const longestQuote = 128;

/** The route of a name, and how it was found. */
export interface Resolution {
  readonly route: Route;
  /** The group that serves the name; its multiplier and family apply. */
  readonly group: Group;
  /** The reasoning effort of the tier rule, for requests that name none. */
  readonly effort?: Effort;
  readonly by: 'name' | 'fingerprint' | 'tier';
}

/**
 * Resolves the `model` of a request: an exact call name of the key's default group, otherwise
 * `<fingerprint>/<call name>` of any of its groups, otherwise the same for a model of an upstream that has not
 * listed its models, otherwise a tier of the default group or of the group
 * with that fingerprint. If nothing matches, it retries without the alias prefix and without a suffix such as
 * `[1m]`, with which some clients request a larger context.
 * @throws GatewayError `not-found`, with the same message for unknown names and for those that are not
 * allowed
 */
export function resolveCallName(scope: Scope, name: string): Resolution {
  const found = findResolution(scope, name);
  if (found !== undefined) return found;
  throw unknownName(scope, name);
}

/** The error for a name without a model. */
export function unknownName(scope: Scope, name: string): GatewayError {
  return new GatewayError('not-found', describeUnknown(scope, name), {
    reason: 'model_not_found',
    param: 'model',
  });
}

/** As `resolveCallName`, but returns `undefined` for an unknown name. */
export function findResolution(scope: Scope, name: string): Resolution | undefined {
  const spellings = spellingsOf(name);
  // Unlisted models come last among the names, because an alias may begin like the name of an upstream.
  for (const find of [findListedName, findUnlistedName, findByTier]) {
    for (const spelling of spellings) {
      const found = find(scope, spelling);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findListedName(scope: Scope, name: string): Resolution | undefined {
  return findByName(scope, name, findInGroup);
}

function findUnlistedName(scope: Scope, name: string): Resolution | undefined {
  return findByName(scope, name, findUnlisted);
}

/** The name as it is, then without the alias prefix and the suffix that clients add. */
export function spellingsOf(name: string): readonly string[] {
  const plain = withoutSuffix(name);
  if (plain === name && !name.startsWith(aliasPrefix)) return [name];
  const unaliased = [name, plain].flatMap((spelling) =>
    spelling.startsWith(aliasPrefix) ? [spelling.slice(aliasPrefix.length)] : [],
  );
  return [...new Set([name, ...unaliased.slice(0, 1), plain, ...unaliased.slice(1)])];
}

/** Names are only looked up in maps, so that no name has a special meaning. */
function findByName(scope: Scope, name: string, find: typeof findInGroup): Resolution | undefined {
  const [defaultGroup] = scope.groups;
  const route = find(scope, defaultGroup, name);
  if (route !== undefined) return { route, group: defaultGroup, by: 'name' };
  const { group, rest } = splitFingerprint(scope, name);
  if (group === undefined) return undefined;
  const prefixed = find(scope, group, rest);
  return prefixed && { route: prefixed, group, by: 'fingerprint' };
}

function findByTier(scope: Scope, name: string): Resolution | undefined {
  const [defaultGroup] = scope.groups;
  const { group = defaultGroup, rest } = splitFingerprint(scope, name);
  const find = (to: string) => findInGroup(scope, group, to) ?? findUnlisted(scope, group, to);
  const rule = findTierRule(group.tiers, rest, ({ to }) => find(to) !== undefined);
  const route = rule && find(rule.to);
  if (route === undefined) return undefined;
  return omitUndefined({ route, group, by: 'tier' as const, effort: rule?.effort });
}

/** Splits a name at its first slash when a fingerprint precedes it; otherwise returns the whole name. */
export function splitFingerprint(
  scope: Scope,
  name: string,
): { readonly group?: Group; readonly rest: string } {
  const slash = name.indexOf('/');
  const group = slash > 0 ? findByFingerprint(scope, name.slice(0, slash)) : undefined;
  return group === undefined ? { rest: name } : { group, rest: name.slice(slash + 1) };
}

/** The longest suffix in brackets, brackets included. */
const longestSuffix = 16;

function withoutSuffix(name: string): string {
  if (!name.endsWith(']')) return name;
  const start = name.lastIndexOf('[');
  return start > 0 && name.length - start <= longestSuffix ? name.slice(0, start) : name;
}

function describeUnknown(scope: Scope, name: string): string {
  const [defaultGroup] = scope.groups;
  const usable = routesWithin(scope, defaultGroup).map(({ callName }) => callName);
  const names = usable.filter((callName) => callName !== name);
  const nearest = findNearestNames(name, names, mostSuggestions);
  const subject = isQuotable(name) ? `The model ${JSON.stringify(name)}` : 'The requested model';
  const sentences = [`${subject} does not exist or is not available to this key.`];
  if (nearest.length > 0) sentences.push(`Did you mean ${nearest.join(', ')}?`);
  else if (names.length > 0) sentences.push(`Usable names are ${firstOf(names)}.`);
  const tier = findTierName(name);
  if (tier !== undefined) sentences.push(`No model is mapped to the tier ${tier}.`);
  const prefixes = scope.groups.flatMap(({ fingerprint }) => fingerprint ?? []);
  if (prefixes.length > 0 && name.includes('/')) {
    sentences.push(`The prefixes of this key are ${prefixes.map((one) => `${one}/`).join(', ')}.`);
  }
  return sentences.join(' ');
}

function firstOf(names: readonly string[]): string {
  const rest = names.length > mostSuggestions ? ' and others' : '';
  return names.slice(0, mostSuggestions).join(', ') + rest;
}

/** A message repeats a client's text only when it is short and without control characters. */
export function isQuotable(name: string): boolean {
  return name.length <= longestQuote && !/\p{C}/u.test(name);
}
