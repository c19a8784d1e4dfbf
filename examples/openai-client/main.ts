/** The official OpenAI client asks any model of a gateway, and lends it a tool. */
import OpenAI from 'openai';

const { PARLEY_URL = 'http://127.0.0.1:8787', PARLEY_KEY } = process.env;
const client = new OpenAI({ baseURL: `${PARLEY_URL}/v1`, apiKey: PARLEY_KEY });

const tools: OpenAI.ChatCompletionFunctionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Tells the weather of a city.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      },
    },
  },
];

const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'How is the weather in Oslo?' },
];

async function ask(): Promise<OpenAI.ChatCompletionMessage | undefined> {
  const completion = await client.chat.completions.create({ model: 'demo/tools', messages, tools });
  return completion.choices[0]?.message;
}

const first = await ask();
const calls = (first?.tool_calls ?? []).filter((call) => call.type === 'function');
if (first !== undefined) messages.push(first);
for (const call of calls) {
  console.log('The model calls', call.function.name);
  messages.push({ role: 'tool', tool_call_id: call.id, content: 'Sunny, 21 degrees.' });
}
console.log((await ask())?.content);
