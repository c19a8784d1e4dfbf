// The type of a profile: what a model accepts, for request encoders.
import type { Effort } from '../canonical/request.ts';

/** The service tiers that requests in the `openai-chat` dialect can name. */
export const chatServiceTiers = ['auto', 'default', 'flex', 'scale', 'priority', 'fast'] as const;
/** One of `chatServiceTiers`. */
export type ChatServiceTier = (typeof chatServiceTiers)[number];

/**
 * What one upstream model accepts, as data. Encoders use the profile and never the model name, so that an
 * operator can correct a wrong guess without a release.
 */
export interface Profile {
  /** The output limit to send if the format requires one and the client set none. Tokens, at least 1. */
  readonly maxOutputTokens: number;
  /** The field of the output limit in the `openai-chat` dialect. */
  readonly outputLimitField: 'max_tokens' | 'max_completion_tokens';
  /** The field of the seed in the `openai-chat` dialect. */
  readonly seedField: 'seed' | 'random_seed';
  /** The service tiers that may be requested in the `openai-chat` dialect; other tiers are left out. */
  readonly serviceTiers: readonly ChatServiceTier[];
  /**
   * False for models that reject temperature, top_p and top_k, and also penalties, biases and token
   * probabilities.
   */
  readonly sampling: boolean;
  /** False for models that reject stop strings in the `openai-chat` dialect. */
  readonly stopStrings: boolean;
  /** The maximum temperature; higher values are lowered to it. */
  readonly maxTemperature: number;
  /**
   * How reasoning is requested.
   * - `none`: not supported. `effort`: a named effort. `budget`: a number of tokens.
   * - `adaptive`: a switch together with a named effort.
   */
  readonly reasoning: 'none' | 'effort' | 'budget' | 'adaptive';
  /** The efforts that the model accepts, weakest first; other efforts are changed to the nearest one. */
  readonly efforts: readonly Effort[];
  /** False for models that reject function tools in the `openai-chat` dialect unless the effort is `none`. */
  readonly effortBesideTools: boolean;
  /**
   * The field of the `openai-chat` dialect that turns off reasoning, for models that reason otherwise and then take no
   * required tool call: `thinking` is `{"type": "disabled"}`, `enable-thinking` is `"enable_thinking": false`.
   */
  readonly thinkingSwitch: 'none' | 'thinking' | 'enable-thinking';
  /**
   * The most specific tool choice that is accepted in the `openai-chat` dialect.
   * - `subset`: some of the tools. `named`: one of them. `required`: any of them.
   * - `auto`: the model always decides, and even `none` is rejected.
   */
  readonly toolChoice: 'subset' | 'named' | 'required' | 'auto';
  /**
   * How the `openai-chat` dialect requests JSON: by a schema or as any object (`any`), only by a `schema`, only as any
   * `object`, or not at all (`none`). The instructions then ask for what cannot be requested.
   */
  readonly jsonOutput: 'any' | 'schema' | 'object' | 'none';
  /** False if JSON cannot be requested together with tools in the `openai-chat` dialect. */
  readonly jsonBesideTools: boolean;
  /**
   * The part of JSON Schema that is accepted in the `openai-chat` dialect: `all`, what can become a `grammar`
   * (llama.cpp), or the part that `moonshot` defines.
   */
  readonly schemaSubset: 'all' | 'grammar' | 'moonshot';
  /** The fields of a request that are rejected in the `openai-chat` dialect, such as `seed`; they are left out. */
  readonly rejectedFields: readonly string[];
  /** True if reasoning text must be sent back with the reply it led to (`reasoning_content`). */
  readonly echoesReasoning: boolean;
  /**
   * True for models that reject, in the `openai-chat` dialect, call ids of other than nine letters or digits, and a
   * user message directly after tool results.
   */
  readonly strictHistory: boolean;
  /** The role of instructions in the `openai-chat` dialect. */
  readonly instructionRole: 'system' | 'developer';
  /** True if instructions may occur later in the conversation in their own role. */
  readonly lateInstructions: boolean;
  /**
   * True if tools in the `openai-chat` dialect may be custom tools; else functions with one string replace
   * them.
   */
  readonly customTools: boolean;
  /**
   * True if instructions, the user's content and tool results may have cache marks in the `openai-chat` and
   * `openai-responses` dialects.
   */
  readonly cacheMarks: boolean;
  /**
   * False for models that reject a conversation which ends with the beginning of the reply, in the
   * `anthropic-messages` dialect.
   */
  readonly prefill: boolean;
  /**
   * How the `anthropic-messages` dialect requests JSON by schema; `none` if the model does not support it.
   */
  readonly structuredOutput: 'none' | 'output-config' | 'output-format';
  /** Maximum number of tools in the `openai-chat` dialect; further ones are left out. */
  readonly maxTools: number;
  /** Maximum length of a tool name, in characters. */
  readonly maxToolName: number;
  /** Options of Gemini models in Gemini's own format; absent for models of other vendors. */
  readonly gemini?: GeminiTraits;
}

/** How Gemini models differ from one another in their own format. */
export interface GeminiTraits {
  /** How reasoning is requested: not at all, by a token budget, or by a level. Never by both. */
  readonly thinking: 'none' | 'budget' | 'level';
  /** The minimum and maximum budget, in tokens; 0 and -1 (the model decides) are handled separately. */
  readonly budgets: readonly [least: number, most: number];
  /** True if full JSON Schema is accepted; else schemas are reduced to the older OpenAPI subset. */
  readonly jsonSchema: boolean;
  /** True if JSON output may be requested together with tools. */
  readonly jsonBesideTools: boolean;
  /** True if calls of the current turn are rejected without their signature. */
  readonly signedCalls: boolean;
  /** True if tool results may contain images and documents. */
  readonly mediaInResults: boolean;
}
