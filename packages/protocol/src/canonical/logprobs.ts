// Token probabilities of replies, whole and streamed, which codecs read and write.
import type { JsonObject } from '../json/value.ts';

/**
 * The probabilities of the tokens of a text and of a refusal, in the form of the `openai-chat` dialect: each has a
 * `token`, its `logprob` (a natural logarithm, at most 0), `bytes` (UTF-8, or `null`) and `top_logprobs`.
 */
export interface Logprobs {
  readonly content: readonly JsonObject[];
  readonly refusal: readonly JsonObject[];
}

/** The probabilities of a list of tokens of text; `undefined` for an empty list. */
export function logprobsOf(content: readonly JsonObject[]): Logprobs | undefined {
  return content.length > 0 ? { content, refusal: [] } : undefined;
}

/** Collects the probabilities of a stream until they are written. */
export class LogprobsList {
  #content: JsonObject[] = [];
  #refusal: JsonObject[] = [];

  add({ content, refusal }: Logprobs): void {
    for (const token of content) this.#content.push(token);
    for (const token of refusal) this.#refusal.push(token);
  }

  /** Returns what was added since the last call; `undefined` if that is nothing. */
  take(): Logprobs | undefined {
    if (this.#content.length === 0 && this.#refusal.length === 0) return undefined;
    const taken = { content: this.#content, refusal: this.#refusal };
    this.#content = [];
    this.#refusal = [];
    return taken;
  }
}
