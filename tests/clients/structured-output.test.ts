import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createOpenAI } from '@ai-sdk/openai';
import { answerWith, type ScriptedRequest } from '@parley/testkit';
import { generateText, Output, streamText } from 'ai';
import { createOpenAI as createOpenAI2 } from 'ai-sdk-openai2';
import { generateObject } from 'ai5';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { startTestGateway, unknownModel, type TestGateway } from './test-gateway.ts';

// For a messages model that is not known to support output schemas, a tool takes the place of the schema.
const schema = z.object({ city: z.string(), country: z.string() });
const place = { city: 'Oslo', country: 'Norge' };
const prompt = 'Where is it?';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway();
});
afterAll(() => testGateway.close());
beforeEach(() => {
  testGateway.upstream.clear();
  const call = { id: 'toolu_1', name: 'parley_structured_output', arguments: place };
  testGateway.upstream.next(answerWith({ toolCalls: [call] }));
});

const access = () => ({ apiKey: testGateway.parley.key, baseURL: `${testGateway.parley.url}/v1` });

function expectForcedTool(request: ScriptedRequest | undefined): void {
  expect(request?.body).toMatchObject({
    tools: [{ name: 'parley_structured_output', input_schema: { required: ['city', 'country'] } }],
    tool_choice: { type: 'tool', name: 'parley_structured_output' },
  });
}

it('the AI SDK gets an object, whole', async () => {
  const model = createOpenAI(access())(unknownModel);
  const { output, finishReason } = await generateText({
    model,
    prompt,
    output: Output.object({ schema }),
  });
  expect(output).toEqual(place);
  expect(finishReason).toBe('stop');
  expectForcedTool(testGateway.upstream.requests[0]);
});

it('the AI SDK gets an object, streamed', async () => {
  const provider = { name: 'parley', supportsStructuredOutputs: true, ...access() };
  const model = createOpenAICompatible(provider).chatModel(unknownModel);
  const result = streamText({ model, prompt, output: Output.object({ schema }) });
  expect(await result.output).toEqual(place);
});

it('the AI SDK 5 gets an object', async () => {
  const model = createOpenAI2(access())(unknownModel);
  const { object } = await generateObject({ model, prompt, schema });
  expect(object).toEqual(place);
});

it('openai gets JSON as the text, streamed', async () => {
  const stream = new OpenAI(access()).chat.completions.stream({
    model: unknownModel,
    messages: [{ role: 'user', content: prompt }],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'place', schema: z.toJSONSchema(schema), strict: true },
    },
  });
  const [choice] = (await stream.finalChatCompletion()).choices;
  expect(JSON.parse(choice?.message.content ?? '')).toEqual(place);
  expect(choice?.finish_reason).toBe('stop');
});
