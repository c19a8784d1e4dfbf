import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Limit } from './driver.ts';
import { createVercel } from './drivers/vercel.ts';
import { testClients } from './suite.ts';

const chatLimits: readonly Limit[] = [
  { scenario: 'thinking', reason: 'reads no reasoning_content' },
  { scenario: 'reasoning that goes back to its maker', reason: 'sends no reasoning back' },
];

const compatibleLimits: readonly Limit[] = [
  {
    scenario: 'reasoning that goes back to its maker',
    over: ['messages', 'responses'],
    reason: 'sends back the text of the reasoning and drops its proof',
  },
];

testClients([
  createVercel({
    name: '@ai-sdk/openai, responses',
    family: 'gpt',
    format: 'responses',
    limits: [],
    createModel: ({ url, key, model }) =>
      createOpenAI({ apiKey: key, baseURL: `${url}/v1` })(model),
    options: { openai: { store: false } },
    thinking: {
      openai: { store: false, reasoningEffort: 'medium', reasoningSummary: 'auto' },
    },
  }),
  createVercel({
    name: '@ai-sdk/openai, chat completions',
    family: 'gpt',
    format: 'chat',
    limits: chatLimits,
    createModel: ({ url, key, model }) =>
      createOpenAI({ apiKey: key, baseURL: `${url}/v1` }).chat(model),
    thinking: { openai: { reasoningEffort: 'medium' } },
  }),
  createVercel({
    name: '@ai-sdk/openai-compatible',
    family: 'gpt',
    format: 'chat',
    limits: compatibleLimits,
    createModel: ({ url, key, model }) =>
      createOpenAICompatible({
        name: 'parley',
        apiKey: key,
        baseURL: `${url}/v1`,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(model),
    thinking: { parley: { reasoningEffort: 'medium' } },
  }),
  createVercel({
    name: '@ai-sdk/anthropic',
    family: 'claude',
    format: 'messages',
    limits: [],
    createModel: ({ url, key, model }) =>
      createAnthropic({ apiKey: key, baseURL: `${url}/v1` })(model),
    thinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } },
  }),
  createVercel({
    name: '@ai-sdk/google',
    family: 'gemini',
    format: 'gemini',
    limits: [],
    createModel: ({ url, key, model }) =>
      createGoogle({ apiKey: key, baseURL: `${url}/v1beta` })(model),
    thinking: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'medium' } } },
  }),
]);
