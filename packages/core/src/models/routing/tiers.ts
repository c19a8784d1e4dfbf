import type { Effort } from '@parley/protocol';
import { matchesGlob } from './glob.ts';

/** The levels that coding assistants offer, as their names show. */
export const tierNames = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'] as const;
export type TierName = (typeof tierNames)[number];

/** Leads names that no route has to a call name of the group. */
export type TierRule = {
  /** The call name that runs. */
  readonly to: string;
  /** How hard it thinks, where the caller does not say. */
  readonly effort?: Effort;
} & (
  | { readonly match: 'exact' | 'glob'; readonly name: string }
  | { readonly match: 'tier'; readonly tier: TierName }
);

/** The first rule that a name fits. */
export function findTierRule(
  rules: readonly TierRule[],
  name: string,
  isUsable: (rule: TierRule) => boolean,
): TierRule | undefined {
  return rules.find((rule) => fits(rule, name) && isUsable(rule));
}

function fits(rule: TierRule, name: string): boolean {
  switch (rule.match) {
    case 'exact':
      return rule.name === name;
    case 'glob':
      return matchesGlob(rule.name, name);
    case 'tier':
      return name === rule.tier || (name.startsWith('claude') && name.includes(rule.tier));
  }
}

/** The tier that a name asks for, as assistants write it. */
export function tierOf(name: string): TierName | undefined {
  return name.startsWith('claude') ? tierNames.find((tier) => name.includes(tier)) : undefined;
}
