import { familyOf } from '../tokens/token-family.ts';
import type { Allowance } from './allowance.ts';
import { AnswerMeter } from './answer-meter.ts';
import { estimatePrompt, type BillableRequest } from './prompt-estimate.ts';

/**
 * Makes the meter for one reply.
 * @param model the upstream's own model name
 * @param budget what is reserved for the exchange; absent where nothing limits it
 */
export function createMeter(
  request: BillableRequest,
  model: string,
  budget?: Allowance,
): AnswerMeter {
  const family = familyOf(model);
  return new AnswerMeter({
    family,
    ...(budget && { limit: budget.outputTokens }),
    ...(budget?.promptTokens !== undefined && { promptLimit: budget.promptTokens }),
    estimatePrompt: () => estimatePrompt(request, family),
  });
}
