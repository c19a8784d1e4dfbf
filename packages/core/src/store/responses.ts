/**
 * Responses that are stored for clients (Responses API), and the store methods that a driver implements for
 * them.
 */
import type { Fields } from './records.ts';

/** A response that is stored so that its client can retrieve or continue it. */
export interface StoredResponse {
  /** As the client knows it; unique for a key. */
  readonly id: string;
  readonly keyId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** JSON text of all input items, including those of the responses it continues. */
  readonly input: string;
  /** JSON text of the response as the client received it. */
  readonly body: string;
  /** The ids of its output items, by which a client may refer to them. */
  readonly itemIds: readonly string[];
  /** The upstream that generates it in the background; absent for all others. */
  readonly upstream?: string;
  /** What is needed to charge it when it ends, as JSON text; absent once it has ended. */
  readonly pending?: string;
  /** The characters of `input` and `body` together, for `sumConversations`; only of a conversation. */
  readonly conversationLength?: number;
  /** The same, for `trimResponses`; only of a response that has ended. */
  readonly responseLength?: number;
}

/** Identifies a response that has not ended. */
export type PendingResponseId = Pick<StoredResponse, 'keyId' | 'id'>;

/** How stores keep each field of a stored response. */
export const responseFields: Fields<StoredResponse> = {
  id: 'word',
  keyId: 'word',
  createdAt: 'integer',
  expiresAt: 'integer',
  input: 'word',
  body: 'word',
  itemIds: 'json',
  upstream: 'word',
  pending: 'word',
  conversationLength: 'integer',
  responseLength: 'integer',
};

/** What all responses, or all conversations, of a key take. */
export interface ResponseSum {
  readonly count: number;
  /** Characters. */
  readonly length: number;
}

/** Responses that are stored for clients, and conversations, which are stored in the same form. */
export interface ResponseStore {
  /**
   * Stores a response and replaces one with the same key and id. Also deletes some of the responses that have
   * expired by its `createdAt`.
   */
  saveResponse(response: StoredResponse): Promise<void>;
  /**
   * Replaces a response with the same key and id. Returns false, and stores nothing, where there is none.
   * @param seenExpiry replaces only one that has this `expiresAt`: each change of a conversation gives it another one, so
   *   no change of another request is lost
   */
  replaceResponse(response: StoredResponse, seenExpiry?: number): Promise<boolean>;
  /** Finds a response of this key, expired ones included. */
  findResponse(keyId: string, id: string): Promise<StoredResponse | undefined>;
  /** Finds the responses of this key that contain any of these items, expired ones included, newest first. */
  findResponsesByItem(
    keyId: string,
    itemIds: readonly string[],
  ): Promise<readonly StoredResponse[]>;
  /**
   * Lists responses that have not ended (those with `pending`), the oldest first.
   * @param limit a whole number from 1 to 1,000
   */
  listPendingResponses(limit: number): Promise<readonly PendingResponseId[]>;
  /**
   * Counts the conversations of a key, which are the responses with `conversationLength`, and adds up their lengths.
   * @param now milliseconds since 1970; those that have expired by then do not count
   */
  sumConversations(keyId: string, now: number): Promise<ResponseSum>;
  /**
   * Deletes the oldest responses of a key, which are those with `responseLength`, so that the others keep within a limit.
   * At most a thousand are deleted at once. Returns how many were.
   * @param most whole numbers of at least 0
   */
  trimResponses(keyId: string, most: ResponseSum): Promise<number>;
  /** Returns false when the key has no such response. */
  deleteResponse(keyId: string, id: string): Promise<boolean>;
}
