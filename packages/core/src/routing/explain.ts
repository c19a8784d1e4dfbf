import { findResolution, spellingsOf, splitFingerprint, type Resolution } from './call-name.ts';
import { fitsAny, type Scope } from './scope.ts';

/** Why a name leads where it leads, for operators; callers never see it. */
export interface Explanation {
  /** Sentences, in the order of the look-ups. */
  readonly steps: readonly string[];
  /** Absent when the name leads nowhere. */
  readonly resolution?: Resolution;
}

/** Tells every look-up of a name, and what kept the others from being found. */
export function explainResolution(scope: Scope, name: string): Explanation {
  const resolution = findResolution(scope, name);
  const steps = spellingsOf(name).flatMap((spelling) => explainSpelling(scope, spelling));
  if (resolution === undefined) {
    return { steps: [...steps, 'The caller is told that the model does not exist.'] };
  }
  const { route, group, effort, by } = resolution;
  const targets = route.targets.map(({ upstream, model }) => `${upstream.name}/${model}`);
  return {
    steps: [
      ...steps,
      `Found by ${by}: ${route.callName} of the group ${group.name}, by ${targets.join(', then ')}.`,
      ...(effort === undefined ? [] : [`It thinks with the effort ${effort} unless told.`]),
    ],
    resolution,
  };
}

function explainSpelling(scope: Scope, spelling: string): string[] {
  const [home] = scope.groups;
  const { group, rest } = splitFingerprint(scope, spelling);
  const steps = [explainLookUp(scope, home, spelling)];
  if (group !== undefined) steps.push(explainLookUp(scope, group, rest));
  const tiers = (group ?? home).tiers.length;
  if (tiers > 0) steps.push(`The group ${(group ?? home).name} has ${tiers} tier rules.`);
  return steps;
}

function explainLookUp(scope: Scope, group: Scope['groups'][number], callName: string): string {
  const place = `${JSON.stringify(callName)} in the group ${group.name}`;
  if (!group.routes.has(callName)) return `${place}: there is no such call name.`;
  if (!fitsAny(scope.key.models, callName)) return `${place}: the key may not use it.`;
  if (!fitsAny(scope.account.models, callName)) return `${place}: its account may not use it.`;
  return `${place}: there it is.`;
}
