// A request, which decoders return and encoders take.
import type { DialectId, Extras } from './dialect.ts';
import type { JsonObject } from '../json/value.ts';
import type { CacheMark, Part } from './part.ts';
import type { ToolUseName } from './tool-uses.ts';

/** One step of the conversation. Tool results are separate turns. */
export interface Turn {
  readonly role: 'instruction' | 'user' | 'assistant' | 'result';
  readonly parts: readonly Part[];
  /** The role on the wire if one canonical role covers two: `system` or `developer`. */
  readonly nativeRole?: string;
  /** Participant name. */
  readonly name?: string;
  readonly extras?: Extras;
}

/** A tool that the client runs, or one that the provider runs (`server`). */
export type Tool = FunctionTool | CustomTool | ServerTool;

/** A tool whose arguments are JSON that follows a schema. */
export interface FunctionTool {
  readonly kind: 'function';
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; if absent, there are no arguments. */
  readonly schema?: JsonObject;
  readonly strict?: boolean;
  /** True if the client's format enforces more schemas than OpenAI's strict ones, which require every key. */
  readonly bound?: boolean;
  /** The namespace of the declaration if the name starts with it; only in Responses. */
  readonly namespace?: string;
  readonly namespaceDescription?: string;
  /** True if only the conversation declares it, as the result of a search for tools; only in Responses. */
  readonly isFound?: boolean;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** A custom tool: it takes raw text instead of JSON, optionally constrained by a grammar. */
export interface CustomTool {
  readonly kind: 'custom';
  readonly name: string;
  readonly description?: string;
  /** As in `FunctionTool`, like the next two. */
  readonly namespace?: string;
  readonly namespaceDescription?: string;
  readonly isFound?: boolean;
  readonly extras?: Extras;
}

/** The settings of a web search that several vendors have. */
export interface WebSearch {
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  /** Where the user is, in the form of Messages and Responses. */
  readonly location?: JsonObject;
  /** How much of the pages the model reads: `low`, `medium` or `high`. */
  readonly contextSize?: string;
  /** The names of all other settings. */
  readonly otherSettings: readonly string[];
  /** The field of the request that asks for it, where it is no tool there. */
  readonly field?: string;
}

/** A tool that the provider runs; only its own dialect can describe it. */
export interface ServerTool {
  readonly kind: 'server';
  readonly name: string;
  /** Set if the tool searches the web, which other vendors do in their own way. */
  readonly webSearch?: WebSearch;
  /** Set if each use of the tool has a fee; not for web searches, which all have. */
  readonly use?: ToolUseName;
  /** How often the model may use it, at least 1; for bills only. */
  readonly maxUses?: number;
  /** The whole definition, under its own dialect. */
  readonly extras: Extras;
}

/**
 * Which tools the model may or must call.
 * - `auto`: the model decides. `none`: no tool. `required`: at least one tool.
 * - `named`: this tool. `subset`: only these, and at least one of them if `required` is true.
 */
export type ToolChoice =
  | { readonly mode: 'auto' | 'none' | 'required' }
  | { readonly mode: 'named'; readonly name: string }
  | { readonly mode: 'subset'; readonly names: readonly string[]; readonly required: boolean };

/** Sampling parameters as the client sent them, not clamped to any range. */
export interface Sampling {
  /** 0 to 2. */
  readonly temperature?: number;
  /** 0 to 1. */
  readonly topP?: number;
  /** At least 1. */
  readonly topK?: number;
  readonly seed?: number;
  /** -2 to 2, like the next. */
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  /** Token id to bias, -100 to 100. */
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly logprobs?: boolean;
  /** How many of the most likely tokens to return at each position, 0 to 20. */
  readonly topLogprobs?: number;
}

/** The output format: any JSON, or JSON that follows a schema. If absent, the output is free text. */
export type OutputFormat =
  | { readonly type: 'json' }
  | {
      readonly type: 'schema';
      readonly schema: JsonObject;
      readonly name?: string;
      readonly description?: string;
      readonly strict?: boolean;
      /** True if the client's format enforces the schema by default, without a field that says so. */
      readonly bound?: boolean;
    };

/** The reasoning efforts, weakest first. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** One of `efforts`. */
export type Effort = (typeof efforts)[number];

/** The reasoning options; each field is set only if the client set it. */
export interface Reasoning {
  readonly effort?: Effort;
  /** Maximum number of reasoning tokens, 0 for none; `auto` lets the model decide. */
  readonly budget?: number | 'auto';
  /** False if the client does not want to see the reasoning. */
  readonly show?: boolean;
  /** The field in which a client of one dialect said this, for upstreams that know only that field. */
  readonly extras?: Extras;
}

/** A field that upstreams of other formats cannot read, and without which they would answer something else. */
export interface FormatTie {
  readonly dialect: DialectId;
  /** The name of the field. */
  readonly param: string;
  /** The reason by which clients of the format know what to do. */
  readonly reason?: string;
  /** True if the vendor puts a prompt that it keeps before the conversation. */
  readonly addsPrompt?: boolean;
}

/** A request for one reply in canonical form. */
export interface CanonicalRequest {
  /** The model name that the client sent; the encoder writes the upstream's model name instead. */
  readonly model: string;
  readonly stream: boolean;
  /** Chat Completions streams report usage only on request. Always true for formats that always report it. */
  readonly includeUsage: boolean;
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** False if the model may make only one call per turn. */
  readonly parallelToolCalls?: boolean;
  /** How often the model may use each tool that the provider runs, at least 1; for bills only. */
  readonly maxToolUses?: number;
  /** True if the client supports only the function calling that preceded tools: one call, without an id. */
  readonly singleCall?: boolean;
  /** Output token limit, including reasoning, at least 0. */
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  /** Number of alternative replies, at least 1. */
  readonly candidates?: number;
  readonly sampling: Sampling;
  readonly outputFormat?: OutputFormat;
  readonly reasoning?: Reasoning;
  readonly verbosity?: 'low' | 'medium' | 'high';
  /** A stable pseudonymous id of the end user, for abuse detection by the upstream. */
  readonly user?: string;
  readonly serviceTier?: string;
  /** Whether the reply may have audio; for bills only. */
  readonly wantsAudio?: boolean;
  /** What it asks for beside its tier that may have a price of its own, such as the speed `fast`; for bills only. */
  readonly services?: readonly string[];
  readonly cacheKey?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Whether the upstream may store the exchange. */
  readonly store?: boolean;
  /**
   * The id of the stored response that this request continues. Whoever stores responses resolves it before
   * encoding.
   */
  readonly previousResponseId?: string;
  /** What ties the request to upstreams of its own format. */
  readonly tie?: FormatTie;
  /** True if the reply is to continue the text that the conversation ends with. */
  readonly continuesReply?: boolean;
  /** True if the vendor may summarize the conversation first, which counts as usage of its own. */
  readonly mayCompact?: boolean;
  /** True if the vendor may read more into the prompt, from servers that the request names beside its tools. */
  readonly mayReadServers?: boolean;
  /** True if the reply is to be the compacted conversation; only in Responses. Other formats ask for a summary. */
  readonly wantsCompaction?: boolean;
  readonly extras?: Extras;
}
