/** One record of a server-sent event stream: what stands between two empty lines. */
export interface SseFrame {
  /** The `event:` field, one line; absent when the record has none. */
  readonly event?: string;
  /** The `data:` lines, joined with a line feed. */
  readonly data: string;
  /**
   * The record as one line for each field, with its empty line, when it was parsed: what the passthrough
   * relays. Clients look for `data: ` with its space at the start of a line and for whole JSON
   * behind it, so that records which are written otherwise, with comments or with ids are rewritten.
   */
  readonly raw?: string;
}
