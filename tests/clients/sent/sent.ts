/** What an upstream was sent, in words of no format. */
export interface Sent {
  /** Calls and their results in order, each by the id or else the name of its call. */
  readonly exchanges: readonly (SentCall | SentResult)[];
  /** Images as data addresses. */
  readonly images: readonly string[];
  readonly tools: readonly SentTool[];
  /** The one tool that must be called, when there is such a demand. */
  readonly demandedTool: string | undefined;
  /** The schema the answer must have. */
  readonly outputSchema: unknown;
  /** Whether the model is asked to think. */
  readonly thinking: boolean;
  /** What came back of earlier reasoning: its proof, or the text where that is all there is. */
  readonly reasoningStates: readonly string[];
}

export interface SentTool {
  readonly name: string;
  readonly schema: unknown;
}

export interface SentCall {
  readonly call: string;
  readonly name: string;
  readonly input: unknown;
}

export interface SentResult {
  readonly resultOf: string;
  readonly text: string;
}

/** A list of one, or of none: for what may be absent. */
export function listPresent<Value>(value: Value | null | undefined): readonly Value[] {
  return value === undefined || value === null ? [] : [value];
}
