// Token probabilities of Gemini generateContent replies, for whole replies and streams.
import { logprobsOf, type Logprobs } from '../../../canonical/logprobs.ts';
import type { JsonObject } from '../../../json/value.ts';
import { objectsOf } from '../../../shared/json-fields.ts';
import type { LogprobsInput } from './schema.ts';
import type { WireLogprobs, WireTokenChance } from '../types.ts';

/** Decodes the probabilities of a candidate; `undefined` if there are none. */
export function decodeLogprobs(result: LogprobsInput): Logprobs | undefined {
  const content = result.chosenCandidates.map((chosen, index) => ({
    ...chatToken(chosen),
    top_logprobs: (result.topCandidates?.[index]?.candidates ?? []).map(chatToken),
  }));
  return logprobsOf(content);
}

function chatToken({ token, logProbability }: WireTokenChance) {
  return { token, logprob: logProbability, bytes: null };
}

/** Encodes the probabilities of a candidate. A refusal is text here, so its tokens follow those of the text. */
export function encodeLogprobs(logprobs: Logprobs | undefined): WireLogprobs | undefined {
  if (logprobs === undefined) return undefined;
  const tokens = [...logprobs.content, ...logprobs.refusal];
  return {
    chosenCandidates: tokens.flatMap(wireToken),
    topCandidates: tokens.map(({ top_logprobs: top }) => ({
      candidates: objectsOf(top).flatMap(wireToken),
    })),
  };
}

function wireToken({ token, logprob }: JsonObject): WireTokenChance[] {
  if (typeof token !== 'string' || typeof logprob !== 'number') return [];
  return [{ token, logProbability: logprob }];
}
