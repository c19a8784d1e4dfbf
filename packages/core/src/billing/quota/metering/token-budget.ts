/** The tokens of an exchange that can be charged; reserved by `reserve`, enforced by the meter of its reply. */
import { inputTotal, outputTotal, toolUseNames, type ToolUses, type Usage } from '@parley/protocol';
import type { Amount } from '../../../store/index.ts';

/** Limits of the tokens of an exchange; an absent one means no limit. */
export interface TokenLimits {
  /** Of the reply, reasoning included. */
  readonly outputTokens?: number | undefined;
  readonly promptTokens?: number | undefined;
  /** The uses of tools that have a fee; those of a tool that is not named are limited to none. */
  readonly toolUses?: ToolUses | undefined;
}

/** What is reserved for one exchange, in tokens. */
export interface TokenBudget {
  /** For the prompt; absent when a tool of the provider may add an unbounded amount to it. */
  readonly promptTokens?: number | undefined;
  /** For the whole reply, reasoning included. */
  readonly outputTokens: number;
  /**
   * For the uses of tools, of which more may be charged if it can be reserved in the end. Absent in a budget that an
   * earlier version recorded.
   */
  readonly toolUses?: ToolUses;
  /** The amount that was reserved at first; absent in a budget that an earlier version recorded. */
  readonly reserved?: Amount;
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
  const toolUses = limitToolUses(usage.toolUses, limits.toolUses);
  if (!isLong && !isPromptLong && toolUses === usage.toolUses) return usage;
  const reasoning = Math.min(usage.reasoning, limit);
  const output = Math.min(usage.output, limit - reasoning);
  const prompt = isPromptLong ? { ...noCaches, input: promptLimit } : {};
  const { toolUses: _, ...tokens } = usage;
  return {
    ...tokens,
    ...prompt,
    ...(isLong && { reasoning, output }),
    ...(toolUses && { toolUses }),
    estimated: true,
  };
}

/**
 * The usage as it may be charged where more could not be reserved, dearest first: as reported; at the services that were
 * asked for; and with all tokens as text that no cache keeps for an hour.
 */
export function narrowUsage(
  usage: Usage,
  requested: readonly string[] | undefined,
): readonly Usage[] {
  const { services: _, ...served } = usage;
  const asked = { ...served, ...(requested && { services: requested }), estimated: true };
  const { audio: _a, image: _i, video: _v, ...text } = asked;
  const cacheWrite5m = text.cacheWrite5m + text.cacheWrite1h;
  return [usage, asked, { ...text, cacheWrite5m, cacheWrite1h: 0 }];
}

/**
 * The most of a usage that may be charged: the tokens of the prompt before those of the reply. Uses of tools are left out
 * where they alone are too much.
 * @returns `undefined` where not even a reply without tokens fits
 */
export function shrinkUsage(usage: Usage, fits: (usage: Usage) => boolean): Usage | undefined {
  const { toolUses: _, ...others } = usage;
  const fitting = [usage, others].find((each) => fits(takeTokens(each, 0)));
  if (fitting === undefined) return undefined;
  let [least, most] = [0, inputTotal(usage) + outputTotal(usage)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(takeTokens(fitting, middle))) least = middle;
    else most = middle - 1;
  }
  return takeTokens(fitting, least);
}

function takeTokens(usage: Usage, tokens: number): Usage {
  const promptTokens = Math.min(tokens, inputTotal(usage));
  return limitUsage(usage, { promptTokens, outputTokens: tokens - promptTokens });
}

function limitToolUses(
  uses: ToolUses | undefined,
  limits: ToolUses | undefined,
): ToolUses | undefined {
  if (uses === undefined || limits === undefined) return uses;
  if (toolUseNames.every((name) => (uses[name] ?? 0) <= (limits[name] ?? 0))) return uses;
  const kept = toolUseNames.flatMap((name) => {
    const count = Math.min(uses[name] ?? 0, limits[name] ?? 0);
    return count > 0 ? [[name, count] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
