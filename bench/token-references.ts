/** The real tokenizers that `tokens.ts` compares estimates with. */
import { setTimeout } from 'node:timers/promises';
import { LocalTokenizer } from '@google/genai/tokenizer';
import type { TokenFamily } from '@parley/core';
import { Tokenizer } from 'ai-tokenizer';
import * as claudeVocabulary from 'ai-tokenizer/encoding/claude';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';

export interface Reference {
  readonly name: string;
  readonly family: TokenFamily;
  readonly count: (text: string) => number | Promise<number>;
}

const noSpecialTokens = { disallowedSpecial: new Set<string>() };
const claude = new Tokenizer(claudeVocabulary);
/** Claude 3 to 4.5 relative to the last published vocabulary, as ai-tokenizer measured it with the API. */
const claudeGrowth = 1.1;

async function failLater(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false });
  throw new Error('It took too long.');
}

/** Google's own tokenizer, which downloads its vocabulary; without a network Gemini is skipped. */
async function findGemini(): Promise<Reference[]> {
  const tokenizer = new LocalTokenizer('gemini-2.5-flash');
  const count = async (text: string) => (await tokenizer.countTokens(text)).totalTokens ?? 0;
  try {
    await Promise.race([count('reachable'), failLater(15_000)]);
    return [{ name: 'gemini', family: 'gemini', count }];
  } catch {
    console.log('The vocabulary of Gemini could not be fetched: Gemini is not measured.');
    return [];
  }
}

/** The references by family; Gemini's only where its vocabulary can be downloaded. */
export async function listReferences(): Promise<readonly Reference[]> {
  return [
    { name: 'o200k', family: 'openai', count: countAllO200k },
    {
      name: 'claude × 1.1',
      family: 'older-claude',
      count: (text) => countInParts(text, (part) => claude.count(part)) * claudeGrowth,
    },
    {
      name: 'cl100k',
      family: 'other',
      count: (text) => countInParts(text, (part) => countCl100k(part, noSpecialTokens)),
    },
    ...(await findGemini()),
  ];
}

/** Tokens of the o200k vocabulary. */
export function countAllO200k(text: string): number {
  return countInParts(text, (part) => countO200k(part, noSpecialTokens));
}

/**
 * Splits runs for which real tokenizers need quadratic time. Ordinary text has no such runs, so its counts do
 * not change.
 */
function countInParts(text: string, count: (part: string) => number): number {
  const parts = text.split(/(\p{L}{256}|\s{256}|[^\p{L}\s]{256}|\S{1024})/u);
  return parts.reduce((sum, part) => sum + (part === '' ? 0 : count(part)), 0);
}
