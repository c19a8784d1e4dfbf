/** What is held for one exchange, in tokens. */
export interface Allowance {
  /** Of the prompt; absent when a tool of the provider may read more into it than can be bounded. */
  readonly promptTokens?: number;
  /** Of the whole answer, thinking included. */
  readonly outputTokens: number;
  /**
   * The most that each candidate is allowed upstream; absent when the caller sets no limit and the model
   * is free, because a guess of its own limit could be more than it takes.
   */
  readonly outputLimit?: number;
}
