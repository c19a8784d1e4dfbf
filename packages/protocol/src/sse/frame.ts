/** One record of a server-sent event stream: what stands between two empty lines. */
export interface SseFrame {
  /** The `event:` field, one line; absent when the record has none. */
  readonly event?: string;
  /** The `data:` lines, joined with a line feed. */
  readonly data: string;
  /**
   * The record's own lines with its empty line, when it was parsed: what the express lane relays.
   * Every line ends with a line feed, whatever ended it upstream.
   */
  readonly raw?: string;
}
