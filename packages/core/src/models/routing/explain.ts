/** Explains to operators how a name is resolved; used by `parley resolve` and the admin API. */
import { findNearestNames } from '../../configuration/names.ts';
import { findResolution, spellingsOf, splitFingerprint, type Resolution } from './call-name.ts';
import { createUnlistedRoute } from './route.ts';
import { fitsAny, routesWithin, type Scope } from './scope.ts';
import type { Group, Snapshot } from './snapshot.ts';
import { findTierName } from './tiers.ts';

/** How a name was looked up, for operators; never shown to clients. */
export interface Explanation {
  /** Sentences, in the order of the look-ups. */
  readonly steps: readonly string[];
  /** Absent when the name has no route. */
  readonly resolution?: Resolution;
  /** Why the name has no route, as one sentence; absent when it has one. */
  readonly reason?: string;
}

/** The results of a lookup; for a name without a route, the earlier one in this list is the reason. */
const outcomes = ['found', 'key', 'account', 'group', 'unknown'] as const;

interface LookUp {
  readonly group: Group;
  readonly callName: string;
  readonly outcome: (typeof outcomes)[number];
}

/**
 * Lists the look-ups of a name and the result of each.
 * @param routing every call name, in any group
 */
export function explainResolution(
  scope: Scope,
  name: string,
  routing: Pick<Snapshot, 'routes' | 'unlisted'>,
): Explanation {
  const resolution = findResolution(scope, name);
  const spellings = spellingsOf(name).map((spelling) => ({
    spelling,
    lookUps: listLookUps(scope, spelling, routing),
  }));
  const steps = spellings.flatMap(({ spelling, lookUps }) => [
    ...lookUps.map(describeLookUp),
    ...describeTiers(scope, spelling),
  ]);
  if (resolution === undefined) {
    const reason = explainMissing(
      scope,
      name,
      spellings.flatMap(({ lookUps }) => lookUps),
    );
    return {
      steps: [...steps, 'The client gets the error that the model does not exist.'],
      reason,
    };
  }
  const { route, group, effort, by } = resolution;
  return {
    steps: [
      ...steps,
      `Found by ${by}: ${route.callName} of the group ${group.name}.`,
      ...(effort === undefined
        ? []
        : [`Its reasoning effort is ${effort}, unless the request sets one.`]),
    ],
    resolution,
  };
}

function listLookUps(
  scope: Scope,
  spelling: string,
  routing: Pick<Snapshot, 'routes' | 'unlisted'>,
): readonly LookUp[] {
  const [defaultGroup] = scope.groups;
  const { group, rest } = splitFingerprint(scope, spelling);
  const places = [
    { group: defaultGroup, callName: spelling },
    ...(group === undefined ? [] : [{ group, callName: rest }]),
  ];
  return places.map((place) => ({ ...place, outcome: lookUp(scope, place, routing) }));
}

function lookUp(
  { key, account }: Scope,
  { group, callName }: Pick<LookUp, 'group' | 'callName'>,
  { routes, unlisted }: Pick<Snapshot, 'routes' | 'unlisted'>,
): LookUp['outcome'] {
  const isKnown = routes.has(callName) || createUnlistedRoute(callName, unlisted) !== undefined;
  if (!isKnown) return 'unknown';
  if (!fitsAny(group.models, callName)) return 'group';
  if (!fitsAny(key.models, callName)) return 'key';
  return fitsAny(account.models, callName) ? 'found' : 'account';
}

const lookUpSentences = {
  found: 'found.',
  key: 'the key may not use it.',
  account: 'its account may not use it.',
  group: 'the group may not use it.',
  unknown: 'there is no such call name.',
} as const satisfies Readonly<Record<LookUp['outcome'], string>>;

function describeLookUp({ group, callName, outcome }: LookUp): string {
  return `${JSON.stringify(callName)} in the group ${group.name}: ${lookUpSentences[outcome]}`;
}

function describeTiers(scope: Scope, spelling: string): readonly string[] {
  const [defaultGroup] = scope.groups;
  const { group = defaultGroup } = splitFingerprint(scope, spelling);
  const count = group.tiers.length;
  const rules = count === 1 ? 'tier rule' : 'tier rules';
  return count > 0 ? [`The group ${group.name} has ${count} ${rules}.`] : [];
}

function explainMissing(scope: Scope, name: string, lookUps: readonly LookUp[]): string {
  const [nearest] = lookUps.toSorted(
    (a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome),
  );
  const callName = JSON.stringify(nearest?.callName ?? name);
  switch (nearest?.outcome) {
    case 'key':
      return `The key may not use ${callName}.`;
    case 'account':
      return `The account of this key may not use ${callName}.`;
    case 'group':
      return `The group ${nearest.group.name} may not use ${callName}.`;
    default:
      return explainUnknown(scope, name);
  }
}

/** The maximum number of names that an explanation suggests. */
const mostSuggestions = 3;

function explainUnknown(scope: Scope, name: string): string {
  const [defaultGroup] = scope.groups;
  const tier = findTierName(name);
  if (tier !== undefined) {
    return `There is no call name ${JSON.stringify(name)}, and no tier rule of the group ${defaultGroup.name} leads ${tier} to one that may be used.`;
  }
  const names = routesWithin(scope, defaultGroup).map(({ callName }) => callName);
  const nearest = findNearestNames(name, names, mostSuggestions);
  const advice = nearest.length === 0 ? '' : `; did you mean ${nearest.join(', ')}?`;
  return `There is no call name ${JSON.stringify(name)}${advice || '.'}`;
}
