// Token probabilities of Responses, where only texts have them; for whole replies and streams.
import { logprobsOf, type Logprobs } from '../../../canonical/logprobs.ts';
import type { JsonObject } from '../../../json/value.ts';
import { objectsOf } from '../../../shared/json-fields.ts';
import { decodeTokens } from '../../../shared/openai/logprobs.ts';
import type { OutputItemInput } from './schema.ts';
import type { StreamedLogprob, TokenLogprob } from './types.ts';

/** Decodes the probabilities of all texts. */
export function decodeLogprobs(items: readonly OutputItemInput[]): Logprobs | undefined {
  const parts = items.flatMap((item) => item.content ?? []);
  return logprobsOf(parts.flatMap((part) => decodeTokens(part.logprobs)));
}

const encoder = new TextEncoder();

/** Encodes a list of tokens, each of which has to have bytes here. */
export function encodeTokens(tokens: readonly JsonObject[]): TokenLogprob[] {
  // Both of OpenAI's formats encode a token in the same way.
  return tokens.map((token) => {
    const top = objectsOf(token['top_logprobs']);
    return {
      ...token,
      ...bytesOf(token),
      top_logprobs: top.map((each) => ({ ...each, ...bytesOf(each) })),
    };
  }) as TokenLogprob[];
}

function bytesOf({ token, bytes }: JsonObject) {
  if (Array.isArray(bytes) || typeof token !== 'string') return {};
  return { bytes: [...encoder.encode(token)] };
}

/** The tokens as the events of a stream state them. */
export function withoutBytes(tokens: readonly TokenLogprob[]): StreamedLogprob[] {
  return tokens.map(({ bytes: _, top_logprobs: top, ...token }) => {
    return { ...token, top_logprobs: top.map(({ bytes: __, ...each }) => each) };
  });
}
