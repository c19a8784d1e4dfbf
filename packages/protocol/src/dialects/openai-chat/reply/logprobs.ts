// Token probabilities of Chat Completions, which are canonical but for empty lists; for whole replies and streams.
import { logprobsOf, type Logprobs } from '../../../canonical/logprobs.ts';
import type { JsonValue } from '../../../json/value.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { decodeTokens } from '../../../shared/openai/logprobs.ts';
import type { ChatLogprobs, ChatTokenLogprob } from '../types.ts';

/** Decodes the probabilities of a choice; `undefined` if there are none. */
export function decodeLogprobs(logprobs: JsonValue | undefined): Logprobs | undefined {
  if (!logprobs) return undefined;
  const content = decodeTokens(objectOf(logprobs)['content']);
  const refusal = decodeTokens(objectOf(logprobs)['refusal']);
  return refusal.length > 0 ? { content, refusal } : logprobsOf(content);
}

/** Encodes the probabilities of a choice. */
export function encodeLogprobs(logprobs: Logprobs | undefined): ChatLogprobs | undefined {
  if (logprobs === undefined) return undefined;
  const { content, refusal } = logprobs;
  return { content: listOf(content), refusal: listOf(refusal) };
}

function listOf(tokens: Logprobs['content']): ChatTokenLogprob[] | null {
  // The canonical form of a token is that of this dialect.
  return tokens.length > 0 ? ([...tokens] as ChatTokenLogprob[]) : null;
}
