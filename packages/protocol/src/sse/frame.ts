/** One record of a server-sent event stream: the text between two empty lines. */
export interface SseFrame {
  /** The `event:` field, one line; absent when the record has none. */
  readonly event?: string;
  /** The values of the `data:` lines, joined with a line feed. */
  readonly data: string;
  /**
   * The record as it was received, one line per field, with its empty line; passthrough forwards it. Set only
   * by the parser. Clients look for `data: ` with its space at the start of a line, followed by whole JSON,
   * so records in another form, with comments or with ids are rewritten.
   */
  readonly raw?: string;
}
