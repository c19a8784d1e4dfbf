import type { CanonicalRequest } from '@parley/protocol';
import type { Operation } from '../../pipeline/operations/operation.ts';
import type { Question } from '../../pipeline/parse.ts';
import { estimateRequestTokens } from '../tokens/estimate-request.ts';
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import type { TokenFamily } from '../tokens/token-family.ts';

/**
 * What a question says, where it asks for words. A request that only its own dialect understands has
 * no neutral form; it is then counted by its text.
 */
export function readRequest(
  operation: Operation,
  question: Question,
): CanonicalRequest | undefined {
  if (!operation.answersInWords) return undefined;
  try {
    return question.canonical().value;
  } catch {
    return undefined;
  }
}

/** Estimates the prompt of a question, in tokens. */
export function estimatePrompt(
  operation: Operation,
  question: Question,
  family: TokenFamily,
): number {
  const request = readRequest(operation, question);
  return request === undefined
    ? estimateTextTokens(question.text, family)
    : estimateRequestTokens(request, family);
}
