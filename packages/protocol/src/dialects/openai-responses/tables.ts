// Names and limits of Responses that several files of the dialect use.
import type { FinishReason } from '../../canonical/reply.ts';
import { tierOf as chatTierOf } from '../../shared/openai/request-options.ts';
import type { Phase, ServiceTier } from './request/types.ts';

/** The smallest output limit that the vendor accepts, in tokens. */
export const smallestLimit = 16;

/** Requests the state of reasoning that the upstream does not store. */
export const encryptedReasoning = 'reasoning.encrypted_content';

/** Requests token probabilities. */
export const textLogprobs = 'message.output_text.logprobs';

/** Why a reply is incomplete (`openai` 7.55.0 `Response.IncompleteDetails`). */
export const meaningsOfIncomplete: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: 'length',
  max_tokens: 'length',
  content_filter: 'filter',
  steered: 'pause',
};

/** The field for the phase of a message. Unknown phases came from this dialect, whose type does not include them. */
export function phaseField(word: string | undefined): { readonly phase?: Phase } {
  return word === undefined ? {} : { phase: word as Phase };
}

/** The official tier for the tier name of any dialect; Responses has one more than Chat Completions. */
export function tierOf(word: string): ServiceTier | undefined {
  return word === 'ultrafast' ? word : chatTierOf(word);
}

/** HTTP statuses for the codes of a failed reply, which has no status (`openai` 7.55.0 `ResponseError`). */
const statusOfWord: Readonly<Record<string, number>> = {
  server_error: 502,
  rate_limit_exceeded: 429,
  vector_store_timeout: 504,
  invalid_prompt: 400,
  bio_policy: 400,
  misalignment_policy_violation: 400,
  data_residency_mismatch: 400,
};

/**
 * The HTTP status that a failed reply corresponds to. There are many codes for invalid images of the client.
 */
export function statusOfFailure(word: string): number | undefined {
  if (Object.hasOwn(statusOfWord, word)) return statusOfWord[word];
  return /image/.test(word) ? 400 : undefined;
}
