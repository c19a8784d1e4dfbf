/** One record of a server-sent event stream: what stands between two empty lines. */
export interface SseFrame {
  /** The `event:` field; absent when the record has none. */
  readonly event?: string;
  /** The `data:` lines, joined with a line feed. */
  readonly data: string;
  /** The record's own text with its empty line, when it was parsed: what the express lane relays. */
  readonly raw?: string;
}
