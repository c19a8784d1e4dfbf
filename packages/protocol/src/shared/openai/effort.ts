// Maps reasoning effort for OpenAI's formats, for request options.
import { efforts, type Effort, type Reasoning } from '../../canonical/request.ts';

export function isEffort(word: string): word is Effort {
  return efforts.some((effort) => effort === word);
}

/** The effort that replaces a token budget: each step states its maximum. The figures are Parley's own. */
const budgetSteps: readonly (readonly [limit: number, effort: Effort])[] = [
  [0, 'none'],
  [4_096, 'low'],
  [16_384, 'medium'],
  [32_768, 'high'],
];

/** The effort for a budget of reasoning tokens, at least 0. */
export function effortOfBudget(budget: number): Effort {
  return budgetSteps.find(([limit]) => budget <= limit)?.[1] ?? 'xhigh';
}

/** The effort that the client asks for. `auto` leaves it to the model, like no field at all. */
export function wantedEffort({ effort, budget }: Reasoning = {}): Effort | undefined {
  return effort ?? (typeof budget === 'number' ? effortOfBudget(budget) : undefined);
}

/** The nearest effort that a model accepts; of two equally near ones the weaker. */
export function nearestEffort(wanted: Effort, supported: readonly Effort[]): Effort | undefined {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(wanted));
  const ranked = [...supported].sort((one, other) => efforts.indexOf(one) - efforts.indexOf(other));
  let nearest = ranked[0];
  for (const effort of ranked) {
    if (nearest !== undefined && distance(effort) < distance(nearest)) nearest = effort;
  }
  return nearest;
}
