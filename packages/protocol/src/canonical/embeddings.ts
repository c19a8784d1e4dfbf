// Embeddings in canonical form, for the codecs that translate them.

/** What is to be embedded. */
export interface EmbeddingsRequest {
  /** At least one. */
  readonly texts: readonly string[];
  /** The length of each vector; that of the model when absent. */
  readonly dimensions?: number;
}

/** A vector for each text, in their order. */
export interface EmbeddingsReply {
  readonly vectors: readonly (readonly number[])[];
  /** The tokens of the texts, where they are reported. */
  readonly tokens?: number;
}
