import type { Exchange } from '../../pipeline/state.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { Question } from '../../pipeline/parse.ts';
import { familyOf } from '../tokens/token-family.ts';
import { AnswerMeter } from './answer-meter.ts';
import { estimatePrompt } from './prompt-estimate.ts';

/** A meter for the answer of one target. */
export function createMeter(
  { operation, facts: { allowance } }: Exchange,
  question: Question,
  { model }: Target,
): AnswerMeter {
  const family = familyOf(model);
  return new AnswerMeter({
    family,
    ...(allowance && { limit: allowance.outputTokens }),
    ...(allowance?.promptTokens !== undefined && { promptLimit: allowance.promptTokens }),
    estimatePrompt: () => estimatePrompt(operation, question, family),
  });
}
