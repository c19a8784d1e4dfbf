import OpenAI7 from 'openai';
import OpenAI6 from 'openai6';
import { createOpenAIChat } from './drivers/openai-chat.ts';
import { createOpenAIResponses } from './drivers/openai-responses.ts';
import { testClients } from './suite.ts';

// The two majors share every call these tests make, so the newer one's types serve for both.
const olderOpenAI = OpenAI6 as unknown as typeof OpenAI7;

testClients([
  createOpenAIChat('openai 7, chat completions', OpenAI7),
  createOpenAIChat('openai 6, chat completions', olderOpenAI),
  createOpenAIResponses('openai 7, responses', OpenAI7),
  createOpenAIResponses('openai 6, responses', olderOpenAI),
]);
