/** The tokens of an exchange that can be charged; reserved by `reserve`, enforced by the meter of its reply. */
import { inputTotal, outputTotal, type Usage } from '@parley/protocol';

/** Limits of the tokens of an exchange; an absent one means no limit. */
export interface TokenLimits {
  /** Of the reply, reasoning included. */
  readonly outputTokens?: number | undefined;
  readonly promptTokens?: number | undefined;
}

/** What is reserved for one exchange, in tokens. */
export interface TokenBudget {
  /** For the prompt; absent when a tool of the provider may add an unbounded amount to it. */
  readonly promptTokens?: number | undefined;
  /** For the whole reply, reasoning included. */
  readonly outputTokens: number;
  /** The most that may be charged, where more can be reserved than was at first. */
  readonly most: { readonly promptTokens?: number | undefined; readonly outputTokens: number };
  /**
   * The maximum output that is sent upstream for each candidate; absent when the client sets no limit and the
   * model is free, because a guessed limit could be more than the model accepts.
   */
  readonly outputLimit?: number | undefined;
}

const noCaches = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

/** Cuts usage to its limits; returns it unchanged where it is within them. */
export function limitUsage(usage: Usage, limits: TokenLimits): Usage {
  const { outputTokens: limit = Infinity, promptTokens: promptLimit = Infinity } = limits;
  const isLong = outputTotal(usage) > limit;
  const isPromptLong = inputTotal(usage) > promptLimit;
  if (!isLong && !isPromptLong) return usage;
  const reasoning = Math.min(usage.reasoning, limit);
  const output = Math.min(usage.output, limit - reasoning);
  const prompt = isPromptLong ? { ...noCaches, input: promptLimit } : {};
  return { ...usage, ...prompt, ...(isLong ? { reasoning, output } : {}), estimated: true };
}
