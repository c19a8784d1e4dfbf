// The tools of the tool probes in each dialect.
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { weatherSchema } from './probe.ts';

const names = ['get_weather', 'get_time'];
const chatTools: JsonValue[] = names.map((name) => ({
  type: 'function',
  function: { name, parameters: weatherSchema },
}));
const messagesTools: JsonValue[] = names.map((name) => ({ name, input_schema: weatherSchema }));
/** Two tools in Gemini's format. */
export const geminiTools: JsonValue[] = [
  {
    functionDeclarations: names.map((name) => ({ name, parametersJsonSchema: weatherSchema })),
  },
];
const responsesTools: JsonValue[] = names.map((name) => ({
  type: 'function',
  name,
  parameters: weatherSchema,
  strict: false,
}));

/** Fields of a request with the same two tools. */
export const chat = (options: JsonObject): JsonObject => ({ tools: chatTools, ...options });
export const messages = (options: JsonObject): JsonObject => ({ tools: messagesTools, ...options });
export const responses = (options: JsonObject): JsonObject => ({
  tools: responsesTools,
  ...options,
});
