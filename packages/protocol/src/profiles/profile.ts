// What a model accepts, for request encoders.
import type { Effort } from '../canonical/request.ts';

/**
 * What one upstream model accepts, as data. An encoder asks the profile and never the model's name,
 * so that an operator can correct a wrong guess without a release.
 */
export interface Profile {
  /** Sent when the format demands a limit and the caller gave none. Tokens, at least 1. */
  readonly maxOutputTokens: number;
  /** Which field carries the output limit in the chat dialect. */
  readonly outputLimitField: 'max_tokens' | 'max_completion_tokens';
  /**
   * False for models that refuse temperature, top_p and top_k, and with them penalties, biases and
   * token probabilities.
   */
  readonly sampling: boolean;
  /** The highest temperature; higher ones are lowered to it. */
  readonly maxTemperature: number;
  /**
   * How the model is asked to reason.
   * - `none`: not at all. `effort`: a word. `budget`: a number of tokens.
   * - `adaptive`: a switch beside a word.
   */
  readonly reasoning: 'none' | 'effort' | 'budget' | 'adaptive';
  /** The efforts the model takes, weakest first; others move to the nearest. */
  readonly efforts: readonly Effort[];
  /** False for models that refuse function tools in the chat dialect unless the effort is `none`. */
  readonly effortBesideTools: boolean;
  /** True when reasoning text must come back with the tool call it led to (`reasoning_content`). */
  readonly echoesReasoning: boolean;
  /** The role of instructions in the chat dialect. */
  readonly instructionRole: 'system' | 'developer';
  /** True when instructions may stand later in the conversation in their own role. */
  readonly lateInstructions: boolean;
  /** True when chat tools may take raw text; else functions with one text stand in for them. */
  readonly customTools: boolean;
  /** True when the text of the user may hold cache marks in the chat and Responses dialects. */
  readonly cacheMarks: boolean;
  /** How the messages dialect asks for JSON by schema; `none` where the model has no such mode. */
  readonly structuredOutput: 'none' | 'output-config' | 'output-format';
  /** Longest tool name, in characters. */
  readonly maxToolName: number;
  /** What the native format of Gemini asks of its own models; absent for the models of others. */
  readonly gemini?: GeminiTraits;
}

/** How a Gemini model differs from the others in its native format. */
export interface GeminiTraits {
  /** How it is asked to reason: not at all, by a budget of tokens, or by a level. Never by both. */
  readonly thinking: 'none' | 'budget' | 'level';
  /** The smallest and the largest budget, in tokens; 0 and -1 (the model decides) stand apart. */
  readonly budgets: readonly [least: number, most: number];
  /** True when it takes whole JSON Schemas; else they are cut down to the older OpenAPI subset. */
  readonly jsonSchema: boolean;
  /** True when an answer in JSON may be asked for beside tools. */
  readonly jsonBesideTools: boolean;
  /** True when it refuses calls of the current turn that come without the signature it gave them. */
  readonly signedCalls: boolean;
  /** True when the results of calls may hold images and documents. */
  readonly mediaInResults: boolean;
}
