/** The description of a reply in no particular format; every format module encodes it. */

/**
 * Why a reply ended, independent of the format. `native` writes a vendor's value unchanged (in Responses, the
 * status). `prompt-blocked` means that the prompt was not answered: the generate format sends no candidate,
 * the others send what they send for `filter`.
 */
export type Finish =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'context'
  | 'calls'
  | 'filter'
  | 'prompt-blocked'
  | 'pause'
  | { native: string };

export interface ToolCallDescription {
  /** The generate format omits an empty id. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it (it may be malformed), or a value that is encoded as JSON. */
  readonly arguments: string | Readonly<Record<string, unknown>>;
  /**
   * Whether this is a call of a custom tool, whose `arguments` are not JSON. Formats without custom tools
   * write a function call with the text as its only argument, `input`.
   */
  readonly custom?: boolean;
}

/** Token counts in disjoint buckets; each format reports its own sums of them. */
export interface UsageDescription {
  /** Prompt tokens that were neither read from nor written to a cache. */
  readonly input: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Output tokens without reasoning. */
  readonly output: number;
  readonly reasoning?: number;
}

/** A reply of a chat model, independent of the format. Every field has a default. */
export interface ReplyDescription {
  /** Without the format's prefix. */
  readonly id?: string;
  readonly model?: string;
  /** A list sets the pieces of the stream; a string is split by `deltaLength`. */
  readonly text?: string | readonly string[];
  /** Text before the main text: in Responses a message of its own, in chat the beginning of the text. */
  readonly commentary?: string | readonly string[];
  readonly reasoning?: string | readonly string[];
  /**
   * Proof of the reasoning: a signature, a thought signature or encrypted content. The chat format has no
   * field for it and omits it.
   */
  readonly signature?: string;
  readonly toolCalls?: readonly ToolCallDescription[];
  readonly refusal?: string;
  /** Derived from the content when absent. */
  readonly finish?: Finish;
  /** The stop string that was reached, for `stop-sequence`; only the messages format reports it. */
  readonly stopSequence?: string;
  /** `null` reports no usage. */
  readonly usage?: UsageDescription | null;
  /** Written into `usage` unchanged, for values that a correct upstream would not report. */
  readonly rawUsage?: unknown;
}

export interface StreamOptions {
  /** Characters per delta where the description has no list; 8 when absent. */
  readonly deltaLength?: number;
  /** Whether a chat stream ends with a usage chunk; true when absent. Other formats always report usage. */
  readonly includeUsage?: boolean;
}

/** A call with its arguments split into deltas. */
export interface ResolvedCall {
  readonly id: string;
  readonly name: string;
  /** The JSON text of the arguments; for a custom tool, the text that formats without custom tools write. */
  readonly fragments: readonly string[];
  /** The arguments as a JSON value; malformed text is kept as text. */
  readonly input: unknown;
  /** The text of a custom tool call; `undefined` for a function. */
  readonly custom: readonly string[] | undefined;
}

/** A description with its defaults and with its content split into deltas. */
export interface ResolvedReply {
  readonly id: string;
  readonly model: string;
  readonly commentary: readonly string[];
  readonly text: readonly string[];
  readonly reasoning: readonly string[];
  readonly signature: string;
  readonly calls: readonly ResolvedCall[];
  readonly refusal: readonly string[];
  readonly finish: Finish;
  readonly stopSequence: string | null;
  readonly usage: Required<UsageDescription> | undefined;
  readonly rawUsage: unknown;
}

const noTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Splits text between characters, never within one. */
function cutText(text: string, length: number): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += length) {
    pieces.push(characters.slice(start, start + length).join(''));
  }
  return pieces;
}

function listDeltas(text: string | readonly string[] = [], length: number): readonly string[] {
  return typeof text === 'string' ? cutText(text, length) : text;
}

function findFinish(description: ReplyDescription): Finish {
  if (description.finish) return description.finish;
  if (description.toolCalls?.length) return 'calls';
  return description.refusal === undefined ? 'stop' : 'filter';
}

/** Whole input is a JSON value; malformed arguments can only be streamed. */
function parseInput(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function resolveCall(call: ToolCallDescription, length: number): ResolvedCall {
  const { id, name } = call;
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const json = call.custom ? JSON.stringify({ input: text }) : text;
  return {
    id,
    name,
    fragments: cutText(json, length),
    input: parseInput(json),
    custom: call.custom ? cutText(text, length) : undefined,
  };
}

/** Sums usage for formats that report one total for the prompt and one for the output. */
export function sumUsage(usage: Required<UsageDescription>): { prompt: number; answer: number } {
  const { input, cacheRead, cacheWrite, output, reasoning } = usage;
  return { prompt: input + cacheRead + cacheWrite, answer: output + reasoning };
}

/** Applies the defaults. @throws RangeError when `deltaLength` is less than 1 */
export function resolveReply(
  description: ReplyDescription,
  options: StreamOptions = {},
): ResolvedReply {
  const length = options.deltaLength ?? 8;
  if (length < 1) throw new RangeError('A delta has at least one character.');
  const usage = description.usage === undefined ? { input: 12, output: 5 } : description.usage;
  return {
    id: description.id ?? 'scripted0001',
    model: description.model ?? 'scripted-model',
    commentary: listDeltas(description.commentary, length),
    text: listDeltas(description.text, length),
    reasoning: listDeltas(description.reasoning, length),
    signature: description.signature ?? '',
    calls: (description.toolCalls ?? []).map((call) => resolveCall(call, length)),
    refusal: listDeltas(description.refusal, length),
    finish: findFinish(description),
    stopSequence: description.stopSequence ?? null,
    usage: usage === null ? undefined : { ...noTokens, ...usage },
    rawUsage: description.rawUsage,
  };
}
