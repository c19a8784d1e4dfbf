import Anthropic1 from '@anthropic-ai/sdk';
import Anthropic0 from 'anthropic0';
import { createAnthropic } from './drivers/anthropic.ts';
import { testClients } from './suite.ts';

// The types of the newer major are used for both, because these calls are the same in both.
const olderAnthropic = Anthropic0 as unknown as typeof Anthropic1;

testClients([
  createAnthropic('@anthropic-ai/sdk 1', Anthropic1),
  createAnthropic('@anthropic-ai/sdk 0.9x', olderAnthropic),
]);
