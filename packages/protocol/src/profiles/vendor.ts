// The profiles of other vendors' models, for `guess.ts`.
import type { Effort } from '../canonical/request.ts';
import type { GeminiTraits } from './profile.ts';
import { unknownModel, type ProfileRow } from './row.ts';

// Google: its pages on the chat-compatible surface of Gemini, on thinking (budgets and levels), on thought
// signatures, on structured output and on function calling (media in results). xAI and Mistral: their chat
// references; xAI's page on reasoning for efforts and stop strings.

const efforts = {
  gemini25: ['none', 'minimal', 'low', 'medium', 'high'],
  gemini25Pro: ['minimal', 'low', 'medium', 'high'],
  gemini3: ['minimal', 'low', 'medium', 'high'],
  gemini31Pro: ['low', 'medium', 'high'],
  gemini3Pro: ['low', 'high'],
  grok43: ['none', 'low', 'medium', 'high'],
  grok45: ['low', 'medium', 'high'],
  grok: ['low', 'medium', 'high', 'xhigh'],
  mistral: ['none', 'high'],
} as const satisfies Record<string, readonly Effort[]>;

const gemini2: GeminiTraits = {
  thinking: 'none',
  budgets: [0, 0],
  jsonSchema: false,
  jsonBesideTools: false,
  signedCalls: false,
  mediaInResults: false,
};
const gemini25: GeminiTraits = {
  ...gemini2,
  thinking: 'budget',
  budgets: [1, 24_576],
  jsonSchema: true,
};
const gemini3: GeminiTraits = {
  ...gemini25,
  thinking: 'level',
  jsonBesideTools: true,
  signedCalls: true,
  mediaInResults: true,
};

const gemini = { ...unknownModel, maxOutputTokens: 65_536, reasoning: 'effort' } as const;
const grok = {
  ...unknownModel,
  maxOutputTokens: 30_000,
  lateInstructions: true,
  // The errors of xAI's service.
  rejectedFields: [
    ...unknownModel.rejectedFields,
    'presence_penalty',
    'frequency_penalty',
    'logit_bias',
  ],
  maxTools: 200,
};
const grokThinking = { ...grok, stopStrings: false };
const mistral = {
  ...unknownModel,
  maxOutputTokens: 16_384,
  maxTemperature: 1.5,
  strictHistory: true,
};

export const vendorProfiles: readonly ProfileRow[] = [
  { names: /^gemini-(?:1|2[.]0)/, profile: { ...unknownModel, gemini: gemini2 } },
  {
    names: /^gemini-2[.]5-pro/,
    profile: {
      ...gemini,
      efforts: efforts.gemini25Pro,
      gemini: { ...gemini25, budgets: [128, 32_768] },
    },
  },
  {
    names: /^gemini-2[.]5-flash-lite/,
    profile: {
      ...gemini,
      efforts: efforts.gemini25,
      gemini: { ...gemini25, budgets: [512, 24_576] },
    },
  },
  { names: /^gemini-2[.]5/, profile: { ...gemini, efforts: efforts.gemini25, gemini: gemini25 } },
  { names: /^gemini-3-pro/, profile: { ...gemini, efforts: efforts.gemini3Pro, gemini: gemini3 } },
  {
    names: /^gemini-3[.]\d+-pro/,
    profile: { ...gemini, efforts: efforts.gemini31Pro, gemini: gemini3 },
  },
  { names: /^gemini/, profile: { ...gemini, efforts: efforts.gemini3, gemini: gemini3 } },

  { names: /^grok-.*non-reasoning/, profile: grok },
  {
    names: /^grok-3-mini/,
    profile: { ...grokThinking, reasoning: 'effort', efforts: ['low', 'high'] },
  },
  {
    names: /^grok-4[.][34](?!\d)/,
    profile: { ...grokThinking, reasoning: 'effort', efforts: efforts.grok43 },
  },
  {
    names: /^grok-4[.]5(?!\d)/,
    profile: { ...grokThinking, reasoning: 'effort', efforts: efforts.grok45 },
  },
  {
    names: /^grok-4[.](?:[6-9](?!\d)|[3-9]\d)/,
    profile: { ...grokThinking, reasoning: 'effort', efforts: efforts.grok },
  },
  { names: /^grok-(?:4|code)/, profile: grokThinking },
  { names: /^grok/, profile: grok },

  { names: /^codestral/, profile: { ...mistral, maxOutputTokens: 4096 } },
  {
    names: /^mistral-(?:small-(?:26|latest)|medium-26)/,
    profile: { ...mistral, reasoning: 'effort', efforts: efforts.mistral },
  },
  {
    names: /^(?:open-)?(?:mi[sx]tral|ministral|magistral|pixtral|(?:labs-)?devstral)/,
    profile: mistral,
  },
];
