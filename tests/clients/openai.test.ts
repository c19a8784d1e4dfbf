import OpenAI7 from 'openai';
import OpenAI6 from 'openai6';
import { createOpenAIChat } from './drivers/openai-chat.ts';
import { createOpenAIResponses } from './drivers/openai-responses.ts';
import { testClients } from './suite.ts';

// The types of the newer major are used for both, because these calls are the same in both.
const olderOpenAI = OpenAI6 as unknown as typeof OpenAI7;

testClients([
  createOpenAIChat('openai 7, chat completions', OpenAI7),
  createOpenAIChat('openai 6, chat completions', olderOpenAI),
  createOpenAIResponses('openai 7, responses', OpenAI7),
  createOpenAIResponses('openai 6, responses', olderOpenAI),
]);
