// A request between decoders and encoders.
import type { Extras } from './dialect.ts';
import type { JsonObject } from '../json/value.ts';
import type { CacheMark, Part } from './part.ts';

/** One step of the conversation. Tool results are turns of their own. */
export interface Turn {
  readonly role: 'instruction' | 'user' | 'assistant' | 'result';
  readonly parts: readonly Part[];
  /** The wire's own role where one word covers two: `system` or `developer`. */
  readonly nativeRole?: string;
  /** What an assistant's turn was for, such as `commentary`; only Responses has it. */
  readonly phase?: string;
  /** Participant name. */
  readonly name?: string;
  readonly extras?: Extras;
}

/** A tool the caller runs itself, or one that its provider runs (`server`). */
export type Tool = FunctionTool | CustomTool | ServerTool;

/** A tool that takes JSON by a schema. */
export interface FunctionTool {
  readonly kind: 'function';
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; absent means no arguments. */
  readonly schema?: JsonObject;
  readonly strict?: boolean;
  /** The group it was declared in, when its name begins with that; only Responses has groups. */
  readonly namespace?: string;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** A tool that takes raw text instead of JSON, perhaps bound by a grammar. */
export interface CustomTool {
  readonly kind: 'custom';
  readonly name: string;
  readonly description?: string;
  /** As with functions. */
  readonly namespace?: string;
  readonly extras?: Extras;
}

/** A tool that its provider runs; only its own dialect can describe it. */
export interface ServerTool {
  readonly kind: 'server';
  readonly name: string;
  /** Holds the whole definition under its own dialect. */
  readonly extras: Extras;
}

/**
 * Which tools the model may or must call.
 * - `auto`: it decides. `none`: no tool. `required`: at least one, whichever.
 * - `named`: this one. `subset`: only these, and at least one of them where `required` is true.
 */
export type ToolChoice =
  | { readonly mode: 'auto' | 'none' | 'required' }
  | { readonly mode: 'named'; readonly name: string }
  | { readonly mode: 'subset'; readonly names: readonly string[]; readonly required: boolean };

/** How tokens are drawn; every field is as the caller gave it, unclamped. */
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
  /** From token id to a bias of -100 to 100. */
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly logprobs?: boolean;
  /** How many of the likeliest tokens to give at each place, 0 to 20. */
  readonly topLogprobs?: number;
}

/** The form of the answer: any JSON, or JSON by a schema. Without it the answer is free text. */
export type OutputFormat =
  | { readonly type: 'json' }
  | {
      readonly type: 'schema';
      readonly schema: JsonObject;
      readonly name?: string;
      readonly description?: string;
      readonly strict?: boolean;
      /** True where the caller's format binds every answer to its schema, without a word for it. */
      readonly bound?: boolean;
    };

/** How hard to think, weakest first. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** One word of `efforts`. */
export type Effort = (typeof efforts)[number];

/** How the model shall think; each field only where the caller said so. */
export interface Reasoning {
  readonly effort?: Effort;
  /** Upper bound of reasoning tokens, 0 for none; `auto` lets the model decide. */
  readonly budget?: number | 'auto';
  /** False when the caller does not want to see the reasoning. */
  readonly show?: boolean;
}

/** A request for one answer, in no vendor's format. */
export interface CanonicalRequest {
  /** What the caller wrote; the encoder writes the upstream's own name instead. */
  readonly model: string;
  readonly stream: boolean;
  /** Chat streams report usage only on request. Always true where the format always reports it. */
  readonly includeUsage: boolean;
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** False when the model may make only one call per turn. */
  readonly parallelToolCalls?: boolean;
  /** True when the caller's client knows calls only as they were before tools: one, without an id. */
  readonly singleCall?: boolean;
  /** Tokens, reasoning included, at least 0. */
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  /** How many answers, at least 1. */
  readonly candidates?: number;
  readonly sampling: Sampling;
  readonly outputFormat?: OutputFormat;
  readonly reasoning?: Reasoning;
  readonly verbosity?: 'low' | 'medium' | 'high';
  /** A stable, meaningless name of the end user, for abuse detection upstream. */
  readonly user?: string;
  readonly serviceTier?: string;
  readonly cacheKey?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Whether the upstream may keep the exchange. */
  readonly store?: boolean;
  /** The stored answer that this request continues; whoever keeps answers resolves it before encoding. */
  readonly previousResponseId?: string;
  readonly extras?: Extras;
}
