import type { AccountRecord, KeyRecord } from '../../store/index.ts';
import { matchesGlob } from '../../configuration/names.ts';
import type { Group, Route } from './snapshot.ts';

/** Whose names are asked for: groups, the default first, and what narrows them. */
export interface Scope {
  readonly groups: readonly [Group, ...Group[]];
  readonly key: Pick<KeyRecord, 'models'>;
  readonly account: Pick<AccountRecord, 'models'>;
}

/** The route of exactly this call name in a group, as far as the scope reaches. */
export function findInGroup(scope: Scope, group: Group, callName: string): Route | undefined {
  return isAllowed(scope, callName) ? group.routes.get(callName) : undefined;
}

/** Whether the key and its account both may use a call name. */
export function isAllowed({ key, account }: Scope, callName: string): boolean {
  return fitsAny(key.models, callName) && fitsAny(account.models, callName);
}

export function fitsAny(patterns: readonly string[] | undefined, callName: string): boolean {
  return patterns?.some((pattern) => matchesGlob(pattern, callName)) ?? true;
}

/** The group that a fingerprint names, in any case. */
export function findByFingerprint({ groups }: Scope, fingerprint: string): Group | undefined {
  const wanted = fingerprint.toLowerCase();
  return groups.find((group) => group.fingerprint?.toLowerCase() === wanted);
}

/** Everything in a group that the scope reaches. */
export function routesWithin(scope: Scope, group: Group): Route[] {
  return [...group.routes.values()].filter(({ callName }) => isAllowed(scope, callName));
}
