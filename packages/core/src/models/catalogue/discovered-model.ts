/** A model as an upstream's own list tells it. */
export interface DiscoveredModel {
  /** The upstream's name for it, 1 to 256 characters, no control characters. */
  readonly name: string;
  /** Longest prompt, in tokens, at least 1. */
  readonly maxInputTokens?: number;
  /** Longest answer, in tokens, at least 1. */
  readonly maxOutputTokens?: number;
  /** Seconds since 1970. */
  readonly createdAt?: number;
}
