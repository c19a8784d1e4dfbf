// Token probabilities of Gemini generateContent replies, for whole replies and streams.
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { objectOf, objectsOf } from '../../../shared/json-fields.ts';
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

/**
 * Encodes probabilities from the form of the `openai-chat` dialect; nothing for any other value. A refusal is text
 * here, so its tokens follow those of the text.
 */
export function encodeLogprobs(logprobs: JsonValue | undefined): WireLogprobs | undefined {
  const { content, refusal } = objectOf(logprobs);
  if (!Array.isArray(content) && !Array.isArray(refusal)) return undefined;
  const tokens = [...objectsOf(content), ...objectsOf(refusal)];
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
