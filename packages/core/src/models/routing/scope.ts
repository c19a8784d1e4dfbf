/** Which models a key may use: its groups, restricted by the model patterns of the key and of its account. */
import type { AccountRecord, KeyRecord } from '../../store/index.ts';
import { matchesGlob } from '../../configuration/names.ts';
import { createUnlistedRoute } from './route.ts';
import type { Group, Route } from './snapshot.ts';

/** The groups of a key, the default group first, and the patterns that restrict them. */
export interface Scope {
  readonly groups: readonly [Group, ...Group[]];
  readonly key: Pick<KeyRecord, 'models'>;
  readonly account: Pick<AccountRecord, 'models'>;
}

/** The route of a call name in a group; `undefined` when the key or its account may not use it. */
export function findInGroup(scope: Scope, group: Group, callName: string): Route | undefined {
  return isAllowed(scope, callName) ? group.routes.get(callName) : undefined;
}

/** As `findInGroup`, for names `<upstream>/<model>` of upstreams that have not listed their models. */
export function findUnlisted(scope: Scope, group: Group, callName: string): Route | undefined {
  const mayUse = isAllowed(scope, callName) && fitsAny(group.models, callName);
  return mayUse ? createUnlistedRoute(callName, group.unlisted) : undefined;
}

/** Whether both the key and its account may use a call name. */
export function isAllowed({ key, account }: Scope, callName: string): boolean {
  return fitsAny(key.models, callName) && fitsAny(account.models, callName);
}

/** Whether a call name matches one of the patterns; without patterns every name matches. */
export function fitsAny(patterns: readonly string[] | undefined, callName: string): boolean {
  return patterns?.some((pattern) => matchesGlob(pattern, callName)) ?? true;
}

/** The group with a fingerprint, ignoring case. */
export function findByFingerprint({ groups }: Scope, fingerprint: string): Group | undefined {
  const wanted = fingerprint.toLowerCase();
  return groups.find((group) => group.fingerprint?.toLowerCase() === wanted);
}

/** The routes of a group that the key may use. */
export function routesWithin(scope: Scope, group: Group): Route[] {
  return [...group.routes.values()].filter(({ callName }) => isAllowed(scope, callName));
}
