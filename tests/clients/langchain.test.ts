import { ChatAnthropic } from '@langchain/anthropic';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { ChatOpenAI } from '@langchain/openai';
import type { Limit, Setup } from './driver.ts';
import { createLangChain } from './drivers/langchain.ts';
import { testClients } from './suite.ts';

const chatLimits: readonly Limit[] = [
  { scenario: 'thinking', reason: 'reads no reasoning_content' },
  { scenario: 'reasoning that goes back to its maker', reason: 'sends no reasoning back' },
];

const anthropicLimits: readonly Limit[] = [
  {
    scenario: 'usage',
    mode: 'streamed',
    over: ['messages'],
    reason: 'adds the first count of output tokens to the last, which holds it already',
  },
  {
    scenario: 'usage',
    mode: 'streamed',
    over: ['chat', 'responses'],
    reason: 'takes the count of input tokens from the beginning only, where it is not known yet',
  },
];

const googleLimits: readonly Limit[] = [
  { scenario: 'usage', reason: 'leaves the tokens of thoughts out' },
  ...[
    'an error in the middle of a stream',
    'a stream that is cut (fin)',
    'a stream that is cut (reset)',
    'a stream that is cut (clean)',
  ].map((scenario) => ({ scenario, reason: 'knows no error in a stream' })),
];

function settingsOf({ url, key, model }: Setup) {
  const configuration = { baseURL: `${url}/v1` };
  return { apiKey: key, model, maxRetries: 0, configuration };
}

testClients([
  createLangChain({
    name: '@langchain/openai, chat completions',
    family: 'gpt',
    format: 'chat',
    limits: chatLimits,
    createModel: (setup) =>
      new ChatOpenAI({
        ...settingsOf(setup),
        ...(setup.thinking ? { reasoning: { effort: 'medium' } } : {}),
      }),
    marksErrors: true,
  }),
  createLangChain({
    name: '@langchain/openai, responses',
    family: 'gpt',
    format: 'responses',
    limits: [],
    createModel: (setup) =>
      new ChatOpenAI({
        ...settingsOf(setup),
        useResponsesApi: true,
        // The server stores nothing, so requests contain the reasoning in its encrypted form.
        zdrEnabled: true,
        modelKwargs: { include: ['reasoning.encrypted_content'] },
        ...(setup.thinking ? { reasoning: { effort: 'medium', summary: 'auto' } } : {}),
      }),
    marksErrors: true,
  }),
  createLangChain({
    name: '@langchain/anthropic',
    family: 'claude',
    format: 'messages',
    limits: anthropicLimits,
    createModel: (setup) =>
      new ChatAnthropic({
        ...settingsOf(setup),
        maxTokens: 4000,
        anthropicApiUrl: setup.url,
        ...(setup.thinking ? { thinking: { type: 'enabled', budget_tokens: 2000 } } : {}),
      }),
    streamedMethod: 'jsonSchema',
    marksErrors: true,
  }),
  createLangChain({
    name: '@langchain/google-genai',
    family: 'gemini',
    format: 'gemini',
    limits: googleLimits,
    createModel: (setup) =>
      new ChatGoogleGenerativeAI({
        ...settingsOf(setup),
        baseUrl: setup.url,
        ...(setup.thinking
          ? { thinkingConfig: { includeThoughts: true, thinkingLevel: 'MEDIUM' } }
          : {}),
      }),
    marksErrors: false,
  }),
]);
