/** The official libraries in two majors each. The types of the newer one are used for both, as these calls are the same. */
import Anthropic1 from '@anthropic-ai/sdk';
import * as genai3 from '@google/genai';
import Anthropic0 from 'anthropic0';
import * as genai2 from 'genai2';
import OpenAI7 from 'openai';
import OpenAI6 from 'openai6';

export const openAIs = [
  ['openai 7', OpenAI7],
  ['openai 6', OpenAI6 as unknown as typeof OpenAI7],
] as const;

export const anthropics = [
  ['@anthropic-ai/sdk 1', Anthropic1],
  ['@anthropic-ai/sdk 0.9x', Anthropic0 as unknown as typeof Anthropic1],
] as const;

export const genais = [
  ['@google/genai 3', genai3],
  ['@google/genai 2', genai2 as unknown as typeof genai3],
] as const;
