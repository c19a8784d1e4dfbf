import type { FinishReason } from '../../canonical/finish.ts';
import { efforts, type Effort, type Reasoning } from '../../canonical/request.ts';
import type { ChatFinishReason, ChatServiceTier } from './types.ts';

/** Whose files the ids of a chat request name, as no field says it. */
export const homeVendor = 'openai';

/**
 * What the words of `finish_reason` mean. The first five are the official ones
 * (`openai` 7.55.0 `ChatCompletion.Choice`); the others are seen from compatible servers.
 */
const meanings: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'calls',
  function_call: 'calls',
  content_filter: 'filter',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  tool_use: 'calls',
  max_tokens: 'length',
  model_length: 'context',
  refusal: 'filter',
  safety: 'filter',
  sensitive: 'filter',
  error: 'fault',
  network_error: 'fault',
  insufficient_system_resource: 'fault',
};

/** What a word of the wire means; `undefined` for words nobody documented. */
export function meaningOf(native: string): FinishReason | undefined {
  return Object.hasOwn(meanings, native) ? meanings[native] : undefined;
}

/** The nearest word of the official list for each reason. */
export const finishWords: Readonly<Record<FinishReason, ChatFinishReason>> = {
  stop: 'stop',
  'stop-sequence': 'stop',
  length: 'length',
  context: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
  pause: 'stop',
  fault: 'stop',
};

/** Reasons that mean "ready" or nothing; beside a call they all mean that the call waits. */
const completions: ReadonlySet<FinishReason> = new Set([
  'stop',
  'stop-sequence',
  'calls',
  'pause',
  'fault',
]);

/**
 * Decides from the parts whether an answer waits for calls. Servers say `stop`, `eos` or nothing
 * beside a call, and an agent that believes them never runs the tool.
 */
export function settleReason(reason: FinishReason, hasCalls: boolean): FinishReason {
  if (hasCalls) return completions.has(reason) ? 'calls' : reason;
  return reason === 'calls' ? 'stop' : reason;
}

const tiers: Readonly<Record<string, ChatServiceTier>> = {
  auto: 'auto',
  default: 'default',
  flex: 'flex',
  scale: 'scale',
  priority: 'priority',
  fast: 'fast',
  // The words other dialects use for the same thing.
  standard: 'default',
  standard_only: 'default',
};

/** The official tier for a word of any dialect; `undefined` for unknown words. */
export function tierOf(word: string): ChatServiceTier | undefined {
  return Object.hasOwn(tiers, word) ? tiers[word] : undefined;
}

export function isEffort(word: string): word is Effort {
  return efforts.some((effort) => effort === word);
}

/** Upper bounds of reasoning tokens up to which an effort word stands for a budget; ours. */
const budgetSteps: readonly (readonly [limit: number, effort: Effort])[] = [
  [0, 'none'],
  [4_096, 'low'],
  [16_384, 'medium'],
  [32_768, 'high'],
];

/** The effort word for a budget of reasoning tokens, of at least 0. */
export function effortOfBudget(budget: number): Effort {
  return budgetSteps.find(([limit]) => budget <= limit)?.[1] ?? 'xhigh';
}

/** The effort a caller asks for. With `auto` the model decides, as it does when nothing is sent. */
export function wantedEffort({ effort, budget }: Reasoning = {}): Effort | undefined {
  return effort ?? (typeof budget === 'number' ? effortOfBudget(budget) : undefined);
}

/** The nearest word that a model takes; between two equally near ones the weaker. */
export function nearestEffort(wanted: Effort, supported: readonly Effort[]): Effort | undefined {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(wanted));
  const ranked = [...supported].sort((one, other) => efforts.indexOf(one) - efforts.indexOf(other));
  let nearest = ranked[0];
  for (const effort of ranked) {
    if (nearest !== undefined && distance(effort) < distance(nearest)) nearest = effort;
  }
  return nearest;
}

/** Media types of the two audio formats that requests may carry. */
export const audioFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
};
