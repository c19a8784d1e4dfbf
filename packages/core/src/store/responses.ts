/** Answers that are kept for their callers, and what a driver does with them. */
import type { Fields } from './records.ts';

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

export const responseFields: Fields<StoredResponse> = {
  id: 'word',
  keyId: 'word',
  createdAt: 'integer',
  expiresAt: 'integer',
  input: 'word',
  body: 'word',
  itemIds: 'json',
};

/** Answers that are kept for their callers. */
export interface ResponseStore {
  /**
   * Keeps an answer; one with the same key and id is replaced. Some of what has expired at its
   * `createdAt` is deleted with it.
   */
  saveResponse(response: StoredResponse): Promise<void>;
  /** Finds an answer of this key, expired ones too. */
  findResponse(keyId: string, id: string): Promise<StoredResponse | undefined>;
  /** Finds the answers of this key that hold any of these items, expired ones too, newest first. */
  findResponsesByItem(
    keyId: string,
    itemIds: readonly string[],
  ): Promise<readonly StoredResponse[]>;
  /** Gives false when the key has no such answer. */
  deleteResponse(keyId: string, id: string): Promise<boolean>;
}
