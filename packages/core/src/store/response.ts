/** An answer that is kept so that its caller can fetch or continue it. */
export interface StoredResponse {
  /** As its caller knows it; unique for a key. */
  readonly id: string;
  readonly keyId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** JSON text of all input items, those of continued answers included. */
  readonly input: string;
  /** JSON text of the answer as its caller got it. */
  readonly body: string;
  /** The ids of its output items, by which a caller may refer to them. */
  readonly itemIds: readonly string[];
}
