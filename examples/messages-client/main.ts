/** The official Anthropic client prints an answer while any model of a gateway writes it. */
import Anthropic from '@anthropic-ai/sdk';

const { PARLEY_URL = 'http://127.0.0.1:8787', PARLEY_KEY } = process.env;
const client = new Anthropic({ baseURL: PARLEY_URL, apiKey: PARLEY_KEY });

const stream = client.messages.stream({
  model: 'demo/lorem',
  max_tokens: 200,
  messages: [{ role: 'user', content: 'Tell me of yourself.' }],
});
stream.on('text', (text) => process.stdout.write(text));

const { usage, stop_reason } = await stream.finalMessage();
console.log(`\n${String(usage.output_tokens)} tokens, ${String(stop_reason)}`);
