import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/endpoint.ts';
import { jsonReply } from './raw.ts';

/**
 * How many tokens a request has, as a format says it; 12 when absent. Chat completions have no
 * such answer of their own: theirs is that of Responses, the same vendor's.
 */
export function tokenCount(dialect: Dialect, tokens = 12): Answer {
  if (dialect === 'anthropic-messages') return jsonReply({ input_tokens: tokens });
  if (dialect === 'gemini-generate') {
    const promptTokensDetails = [{ modality: 'TEXT', tokenCount: tokens }];
    return jsonReply({ totalTokens: tokens, promptTokensDetails });
  }
  return jsonReply({ object: 'response.input_tokens', input_tokens: tokens });
}
