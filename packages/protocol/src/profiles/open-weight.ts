// The profiles of open-weight models, for `guess.ts`.
import type { Profile } from './profile.ts';
import { unknownModel, type ProfileRow } from './row.ts';

// Limits, efforts and the echo of reasoning: the chat references of DeepSeek, Moonshot, Z.ai and Alibaba. All
// of these models also run on third-party servers, so only documented limits count.

const deepseek: Profile = { ...unknownModel, lateInstructions: true };
const deepseekThinking: Profile = { ...deepseek, maxOutputTokens: 65_536, echoesReasoning: true };
const kimi: Profile = { ...unknownModel, maxOutputTokens: 16_384, maxTemperature: 1 };
const kimiThinking: Profile = { ...kimi, maxOutputTokens: 32_768, echoesReasoning: true };
const glm: Profile = { ...unknownModel, maxOutputTokens: 65_536, maxTemperature: 1 };
const glmThinking: Profile = { ...glm, echoesReasoning: true };

/** Its chat template rejects every instruction after the first message, and a temperature of 2. */
const qwen: Profile = { ...unknownModel, maxTemperature: 1.99 };

export const openWeightProfiles: readonly ProfileRow[] = [
  // R1 rejects its own reasoning in a history; all later models require it.
  { names: /^deepseek-r1/, profile: { ...deepseek, maxOutputTokens: 32_768 } },
  {
    names: /^deepseek-(?:v(?:[4-9]|\d\d)|flash)/,
    profile: {
      ...deepseekThinking,
      reasoning: 'effort',
      efforts: ['low', 'high', 'max'],
      thinkingSwitch: 'thinking',
    },
  },
  { names: /^deepseek-.*(?:reasoner|think|special)/, profile: deepseekThinking },
  { names: /^deepseek/, profile: deepseek },

  // Its temperature is fixed.
  { names: /^kimi-k2[.]5/, profile: { ...kimiThinking, sampling: false } },
  { names: /^kimi-(?:k2-thinking|k2[.])/, profile: kimiThinking },
  {
    names: /^(?:kimi-)?k[3-9](?:-|$)/,
    profile: { ...kimiThinking, reasoning: 'effort', efforts: ['low', 'high', 'max'] },
  },
  { names: /^(?:kimi|moonshot)/, profile: kimi },

  { names: /^glm-4[.]\dv/, profile: { ...glm, maxOutputTokens: 16_384 } },
  {
    names: /^glm-5[.]2/,
    profile: { ...glmThinking, reasoning: 'effort', efforts: ['high', 'max'] },
  },
  {
    names: /^glm-(?:5[.][3-9]|[6-9])/,
    profile: { ...glmThinking, reasoning: 'effort', efforts: ['low', 'high', 'max'] },
  },
  { names: /^glm-(?:4[.][7-9]|5)/, profile: glmThinking },
  { names: /^glm/, profile: glm },

  { names: /^qwen3[.-](?:\d|coder|max)/, profile: { ...qwen, maxOutputTokens: 32_768 } },
  { names: /^(?:qwen|qwq|qvq)/, profile: qwen },

  { names: /^(?:meta-)?llama|^codellama/, profile: { ...unknownModel, maxOutputTokens: 4096 } },
];
