// The profiles of OpenAI models, for `guess.ts`.
import type { Effort } from '../canonical/request.ts';
import type { Profile } from './profile.ts';
import { unknownModel, type ProfileRow } from './row.ts';

// Limits: OpenAI's model pages; efforts: its reference of `reasoning_effort` and the same pages.

const base: Profile = {
  ...unknownModel,
  maxOutputTokens: 16_384,
  outputLimitField: 'max_completion_tokens',
  rejectedFields: [],
  lateInstructions: true,
  toolChoice: 'subset',
  // The error of OpenAI's service.
  maxTools: 128,
};

const older: Profile = { ...base, maxOutputTokens: 4096, outputLimitField: 'max_tokens' };

function thinking(...efforts: Effort[]): Profile {
  return {
    ...base,
    maxOutputTokens: 128_000,
    sampling: false,
    // The reference of `stop`: not supported by the latest reasoning models.
    stopStrings: false,
    reasoning: 'effort',
    efforts,
    instructionRole: 'developer',
    customTools: true,
  };
}

const oSeries: Profile = {
  ...thinking('low', 'medium', 'high'),
  maxOutputTokens: 100_000,
  customTools: false,
};

/** Open weights on third-party servers, so without OpenAI's own fields. */
const openWeights: Profile = {
  ...unknownModel,
  maxOutputTokens: 65_536,
  reasoning: 'effort',
  efforts: ['low', 'medium', 'high'],
};

export const openaiProfiles: readonly ProfileRow[] = [
  { names: /^gpt-oss/, profile: openWeights },
  { names: /^gpt-3|^gpt-4(?:-|$)/, profile: older },
  { names: /^gpt-4\.1/, profile: { ...base, maxOutputTokens: 32_768 } },
  { names: /^gpt-5\.[12]-chat/, profile: { ...thinking('medium'), maxOutputTokens: 16_384 } },
  { names: /^gpt-5(?:\.3)?-chat/, profile: base },
  { names: /^gpt-5-pro/, profile: { ...thinking('high'), maxOutputTokens: 272_000 } },
  { names: /^gpt-5\.[2-5]-pro/, profile: thinking('medium', 'high', 'xhigh') },
  {
    names: /^gpt-5\.1-codex-max|^gpt-5\.2-codex/,
    profile: thinking('low', 'medium', 'high', 'xhigh'),
  },
  { names: /^gpt-5(?:\.1)?-codex|^codex/, profile: thinking('low', 'medium', 'high') },
  { names: /^gpt-5\.1(?![0-9])/, profile: thinking('none', 'low', 'medium', 'high') },
  { names: /^gpt-5\.[23](?![0-9])/, profile: thinking('none', 'low', 'medium', 'high', 'xhigh') },
  // From 5.4 on, Chat Completions rejects function tools together with an effort (the service's own error).
  {
    names: /^gpt-5\.[45](?![0-9])/,
    profile: {
      ...thinking('none', 'low', 'medium', 'high', 'xhigh'),
      effortBesideTools: false,
    },
  },
  { names: /^gpt-5(?![.0-9])/, profile: thinking('minimal', 'low', 'medium', 'high') },
  // From 5.6 on (`openai` 7.55.0, `prompt_cache_options`).
  {
    names: /^gpt-[5-9]/,
    profile: {
      ...thinking('none', 'low', 'medium', 'high', 'xhigh', 'max'),
      effortBesideTools: false,
      cacheMarks: true,
    },
  },
  { names: /^o[1-9](?:-|$)/, profile: oSeries },
  { names: /^(?:chat)?gpt/, profile: base },
];
