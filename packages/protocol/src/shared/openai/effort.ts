// Reasoning effort in the formats of OpenAI, for request options.
import { efforts, type Effort, type Reasoning } from '../../canonical/request.ts';

export function isEffort(word: string): word is Effort {
  return efforts.some((effort) => effort === word);
}

/** Upper bounds of reasoning tokens up to which an effort word stands for a budget; ours. */
const budgetSteps: readonly (readonly [limit: number, effort: Effort])[] = [
  [0, 'none'],
  [4_096, 'low'],
  [16_384, 'medium'],
  [32_768, 'high'],
];

/** The effort word for a budget of reasoning tokens, of at least 0. */
export function effortOfBudget(budget: number): Effort {
  return budgetSteps.find(([limit]) => budget <= limit)?.[1] ?? 'xhigh';
}

/** The effort a caller asks for. With `auto` the model decides, as it does when nothing is sent. */
export function wantedEffort({ effort, budget }: Reasoning = {}): Effort | undefined {
  return effort ?? (typeof budget === 'number' ? effortOfBudget(budget) : undefined);
}

/** The nearest word that a model takes; between two equally near ones the weaker. */
export function nearestEffort(wanted: Effort, supported: readonly Effort[]): Effort | undefined {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(wanted));
  const ranked = [...supported].sort((one, other) => efforts.indexOf(one) - efforts.indexOf(other));
  let nearest = ranked[0];
  for (const effort of ranked) {
    if (nearest !== undefined && distance(effort) < distance(nearest)) nearest = effort;
  }
  return nearest;
}
