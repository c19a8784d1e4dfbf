// Service tiers of OpenAI's formats, for requests and replies.
export type ChatServiceTier = 'auto' | 'default' | 'flex' | 'scale' | 'priority' | 'fast';

const tiers: Readonly<Record<string, ChatServiceTier>> = {
  auto: 'auto',
  default: 'default',
  flex: 'flex',
  scale: 'scale',
  priority: 'priority',
  fast: 'fast',
  // The values that other dialects use for the same tier.
  standard: 'default',
  standard_only: 'default',
};

/** The official tier for the tier name of any dialect; `undefined` for unknown values. */
export function tierOf(word: string): ChatServiceTier | undefined {
  return Object.hasOwn(tiers, word) ? tiers[word] : undefined;
}
