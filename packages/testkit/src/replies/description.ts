/**
 * Why an answer ended, in words of no format; `native` writes a vendor's word as it is.
 */
export type Finish =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'context'
  | 'calls'
  | 'filter'
  | 'pause'
  | { native: string };

export interface ToolCallDescription {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it (it may be malformed), or a value to be written as JSON. */
  readonly arguments: string | Readonly<Record<string, unknown>>;
}

/** Token counts in disjoint buckets; each format reports its own sums of them. */
export interface UsageDescription {
  /** Prompt tokens outside the cache. */
  readonly input: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Answer tokens without reasoning. */
  readonly output: number;
  readonly reasoning?: number;
}

/** An answer of a chat model, described in no format. Everything has a default. */
export interface ReplyDescription {
  /** Without the format's prefix. */
  readonly id?: string;
  readonly model?: string;
  /** A list gives the pieces of the stream; a string is cut by `deltaLength`. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string | readonly string[];
  /** Proof of the reasoning. The chat format has no place for it and leaves it out. */
  readonly signature?: string;
  readonly toolCalls?: readonly ToolCallDescription[];
  readonly refusal?: string;
  /** Follows from the content when absent. */
  readonly finish?: Finish;
  /** The stop string that was met, for `stop-sequence`. */
  readonly stopSequence?: string;
  /** `null` reports none at all. */
  readonly usage?: UsageDescription | null;
  /** Written into the wire's `usage` as it is, to report what no honest upstream would. */
  readonly rawUsage?: unknown;
}

export interface StreamOptions {
  /** Characters per delta where the description gives no list; 8 when absent. */
  readonly deltaLength?: number;
  /** Whether a chat stream ends with a usage chunk; true when absent. Messages always report. */
  readonly includeUsage?: boolean;
}

/** A description with its defaults filled in and its content cut into deltas. */
export interface ResolvedReply {
  readonly id: string;
  readonly model: string;
  readonly text: readonly string[];
  readonly reasoning: readonly string[];
  readonly signature: string;
  readonly calls: readonly { id: string; name: string; fragments: readonly string[] }[];
  readonly refusal: readonly string[];
  readonly finish: Finish;
  readonly stopSequence: string | null;
  readonly usage: Required<UsageDescription> | undefined;
  readonly rawUsage: unknown;
}

const noTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Cuts text between characters, never within one. */
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

function writeArguments(call: ToolCallDescription): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

/** Fills in the defaults. @throws RangeError when `deltaLength` is less than 1 */
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
    text: listDeltas(description.text, length),
    reasoning: listDeltas(description.reasoning, length),
    signature: description.signature ?? '',
    calls: (description.toolCalls ?? []).map((call) => ({
      id: call.id,
      name: call.name,
      fragments: cutText(writeArguments(call), length),
    })),
    refusal: listDeltas(description.refusal, length),
    finish: findFinish(description),
    stopSequence: description.stopSequence ?? null,
    usage: usage === null ? undefined : { ...noTokens, ...usage },
    rawUsage: description.rawUsage,
  };
}
