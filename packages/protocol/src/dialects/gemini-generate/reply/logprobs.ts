// Token probabilities of generateContent replies.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { LogprobsInput } from './schema.ts';
import type { WireLogprobs, WireTokenChance } from '../types.ts';

/*
 * Token probabilities: the canonical reply has them in the chat dialect's form, which says the same
 * in one list.
 */

/** Reads the probabilities of a candidate as the chat dialect writes them. */
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

/** Writes probabilities of the chat dialect's form; nothing for every other value. */
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
