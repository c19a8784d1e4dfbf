/** What an upstream received, independent of any format. */
export interface Sent {
  /** Calls and their results in order, each identified by the id of its call, or else its name. */
  readonly exchanges: readonly (SentCall | SentResult)[];
  /** Images as data URLs. */
  readonly images: readonly string[];
  readonly tools: readonly SentTool[];
  /** The tool that must be called, if one is forced. */
  readonly demandedTool: string | undefined;
  /** The schema of the answer. */
  readonly outputSchema: unknown;
  /** Whether reasoning is requested. */
  readonly thinking: boolean;
  /** Earlier reasoning that came back: its signature, or else its text. */
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

/** A list of the value, or an empty list if it is absent. */
export function listPresent<Value>(value: Value | null | undefined): readonly Value[] {
  return value === undefined || value === null ? [] : [value];
}
