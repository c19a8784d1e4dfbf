/** Responses to token counting requests. */
import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/endpoint.ts';
import { jsonReply } from './raw.ts';

/**
 * The number of tokens of a request in each format; 12 when absent. Chat Completions has no endpoint for
 * this, so it uses the one of Responses.
 */
export function tokenCount(dialect: Dialect, tokens = 12): Answer {
  if (dialect === 'anthropic-messages') return jsonReply({ input_tokens: tokens });
  if (dialect === 'gemini-generate') {
    const promptTokensDetails = [{ modality: 'TEXT', tokenCount: tokens }];
    return jsonReply({ totalTokens: tokens, promptTokensDetails });
  }
  return jsonReply({ object: 'response.input_tokens', input_tokens: tokens });
}
