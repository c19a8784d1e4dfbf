import { GatewayError } from '@parley/protocol';
import { findNearestNames } from '../configuration/nearest-names.ts';
import { aliasPrefix } from './alias.ts';
import type { Group, Route } from './snapshot.ts';

/** How many names an error proposes. */
const mostSuggestions = 5;

/** Longest name that an error repeats, in characters. */
const longestQuote = 128;

/**
 * Finds the route of what a caller wrote in `model`: an exact call name of the key's group, else
 * `<fingerprint>/<call name>` with the group's own fingerprint in any case. Then the alias for model
 * pickers and, at last, the name without a suffix such as `[1m]`, by which some clients ask for a
 * larger context.
 * @throws GatewayError `not-found`, in the same words for unknown names and for those not allowed
 */
export function resolveCallName(group: Group, name: string): Route {
  const route = findRoute(group, name);
  if (route !== undefined) return route;
  throw new GatewayError('not-found', describeUnknown(group, name), {
    reason: 'model_not_found',
    param: 'model',
  });
}

/** As `resolveCallName`, but gives `undefined` for an unknown name. */
export function findRoute(group: Group, name: string): Route | undefined {
  const plain = withoutSuffix(name);
  return findWithAlias(group, name) ?? (plain === name ? undefined : findWithAlias(group, plain));
}

function findWithAlias(group: Group, name: string): Route | undefined {
  const route = findByName(group, name);
  if (route !== undefined || !name.startsWith(aliasPrefix)) return route;
  return findByName(group, name.slice(aliasPrefix.length));
}

/** The only look-ups there are: in tables, so that no name is special. */
function findByName({ routes, fingerprint }: Group, name: string): Route | undefined {
  const route = routes.get(name);
  if (route !== undefined || fingerprint === undefined) return route;
  const slash = name.indexOf('/');
  if (slash !== fingerprint.length) return undefined;
  const isOwn = name.slice(0, slash).toLowerCase() === fingerprint.toLowerCase();
  return isOwn ? routes.get(name.slice(slash + 1)) : undefined;
}

/** The longest suffix in brackets, its brackets included. */
const longestSuffix = 16;

function withoutSuffix(name: string): string {
  if (!name.endsWith(']')) return name;
  const start = name.lastIndexOf('[');
  return start > 0 && name.length - start <= longestSuffix ? name.slice(0, start) : name;
}

function describeUnknown(group: Group, name: string): string {
  const nearest = findNearestNames(name, group.routes.keys(), mostSuggestions);
  const subject = isQuotable(name) ? `The model ${JSON.stringify(name)}` : 'The requested model';
  const sentences = [`${subject} does not exist or is not available to this key.`];
  if (nearest.length > 0) sentences.push(`Did you mean ${nearest.join(', ')}?`);
  else if (group.routes.size > 0) sentences.push(`Usable names are ${firstNames(group)}.`);
  if (group.fingerprint !== undefined && name.includes('/')) {
    sentences.push(`The prefix of this key is ${group.fingerprint}/.`);
  }
  return sentences.join(' ');
}

function firstNames({ routes }: Group): string {
  const names = [...routes.keys()];
  const rest = names.length > mostSuggestions ? ' and others' : '';
  return names.slice(0, mostSuggestions).join(', ') + rest;
}

/** Text of a stranger is repeated only when it cannot disturb a log or a screen. */
function isQuotable(name: string): boolean {
  return name.length <= longestQuote && !/\p{C}/u.test(name);
}
