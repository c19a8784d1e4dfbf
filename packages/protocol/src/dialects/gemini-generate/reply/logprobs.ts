// Token probabilities of Gemini generateContent replies, for whole replies and streams.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { LogprobsInput } from './schema.ts';
import type { WireLogprobs, WireTokenChance } from '../types.ts';

/*
 * The canonical reply has token probabilities in the form of the `openai-chat` dialect, which expresses the
 * same in one list.
 */

/** Decodes the probabilities of a candidate to the form of the `openai-chat` dialect. */
export function decodeLogprobs(result: LogprobsInput): JsonValue {
  const content = result.chosenCandidates.map((chosen, index) => ({
    ...chatToken(chosen),
    top_logprobs: (result.topCandidates?.[index]?.candidates ?? []).map(chatToken),
  }));
  return { content, refusal: null };
}

function chatToken({ token, logProbability }: WireTokenChance) {
  return { token, logprob: logProbability, bytes: null };
}

/** Encodes probabilities from the form of the `openai-chat` dialect; nothing for any other value. */
export function encodeLogprobs(logprobs: JsonValue | undefined): WireLogprobs | undefined {
  const content = isJsonObject(logprobs) ? logprobs['content'] : undefined;
  if (!Array.isArray(content)) return undefined;
  const tokens = content.filter(isJsonObject);
  return {
    chosenCandidates: tokens.flatMap(wireToken),
    topCandidates: tokens.map(({ top_logprobs: top }) => ({
      candidates: (Array.isArray(top) ? top.filter(isJsonObject) : []).flatMap(wireToken),
    })),
  };
}

function wireToken({ token, logprob }: JsonObject): WireTokenChance[] {
  if (typeof token !== 'string' || typeof logprob !== 'number') return [];
  return [{ token, logProbability: logprob }];
}
