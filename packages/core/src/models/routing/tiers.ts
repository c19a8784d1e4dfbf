/** Tier rules of a group, which map names that are not call names to call names. */
import type { Effort } from '@parley/protocol';
import { matchesGlob } from '../../configuration/names.ts';
import { tierNames, type TierName } from '../../configuration/tier-schema.ts';

/** Maps a name without a route of its own to a call name of the group. */
export type TierRule = {
  /** The call name that is used. */
  readonly to: string;
  /** The reasoning effort, when the request sets none. */
  readonly effort?: Effort;
} & (
  | { readonly match: 'exact' | 'glob'; readonly name: string }
  | { readonly match: 'tier'; readonly tier: TierName }
);

/** The first usable rule that the name matches. */
export function findTierRule(
  rules: readonly TierRule[],
  name: string,
  isUsable: (rule: TierRule) => boolean,
): TierRule | undefined {
  return rules.find((rule) => matches(rule, name) && isUsable(rule));
}

function matches(rule: TierRule, name: string): boolean {
  switch (rule.match) {
    case 'exact':
      return rule.name === name;
    case 'glob':
      return matchesGlob(rule.name, name);
    case 'tier':
      return name === rule.tier || (name.startsWith('claude') && name.includes(rule.tier));
  }
}

/** The tier in a model name, as coding assistants write it. */
export function findTierName(name: string): TierName | undefined {
  return name.startsWith('claude') ? tierNames.find((tier) => name.includes(tier)) : undefined;
}
