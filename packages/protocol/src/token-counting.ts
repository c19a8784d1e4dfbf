import type { JsonObject, JsonValue } from './json/value.ts';

/** How a dialect asks for the token count of a request, where it can. All functions are pure. */
export interface TokenCounting {
  /**
   * Makes a counting body into the body of the request whose tokens it asks for, so that the codec
   * can check and decode it.
   */
  toRequest(body: JsonValue): JsonValue;
  /** Makes the body of a request into the counting body for it. */
  fromRequest(body: JsonObject, model: string): JsonObject;
  /** Writes the answer to a counting body. @param tokens at least 0 */
  encodeCount(tokens: number): JsonObject;
  /** Gives `undefined` for a body that is no count. */
  decodeCount(body: JsonValue | undefined): number | undefined;
}
