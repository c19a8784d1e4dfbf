/** The official Google client asks any model of a gateway, by the paths below `/v1beta`. */
import { GoogleGenAI } from '@google/genai';

const { PARLEY_URL = 'http://127.0.0.1:8787', PARLEY_KEY = '' } = process.env;
const client = new GoogleGenAI({
  apiKey: PARLEY_KEY,
  httpOptions: { baseUrl: PARLEY_URL, apiVersion: 'v1beta' },
});

const chunks = await client.models.generateContentStream({
  model: 'demo/echo',
  contents: 'Hello from the Google client.',
  config: { systemInstruction: 'Repeat what you are told.', maxOutputTokens: 100 },
});
for await (const chunk of chunks) process.stdout.write(chunk.text ?? '');
console.log();
