// Upstreams that tests of all dialects translate for.
import type { DialectId } from '../canonical/dialect.ts';
import type { RequestTarget } from '../codec.ts';
import { guessProfile } from '../profiles/guess.ts';

/** A target with the profile guessed from the model name. */
export function targetOf(model: string, vendor: string): RequestTarget {
  return { model, vendor, profile: guessProfile(model) };
}

/** An upstream of each dialect whose reasoning has to be sent back. */
export const statefulTargets: Readonly<Record<DialectId, RequestTarget>> = {
  'openai-chat': targetOf('deepseek-reasoner', 'deepseek'),
  'anthropic-messages': targetOf('claude-opus-4-5', 'anthropic'),
  'gemini-generate': targetOf('gemini-3-pro-preview', 'google'),
  'openai-responses': targetOf('gpt-5.1', 'openai'),
};
