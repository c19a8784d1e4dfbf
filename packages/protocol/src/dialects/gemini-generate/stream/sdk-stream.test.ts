import {
  ApiError,
  createPartFromFunctionResponse,
  GoogleGenAI,
  type GenerateContentResponse,
} from '@google/genai';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { writeFrames, type SseFrame } from '../../../sse/frame.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { encodeStream, replyTarget } from '../../../testing/wire.ts';
import { geminiGenerate } from '../codec.ts';
import { encodeError } from '../error.ts';
import { decodeRequest, readRequest } from '../request/request.ts';
import { encodeReply } from '../reply/reply.ts';

/** The official client, whose every request gets the same answer; `asked` is the last one's body. */
function createClient(answer: () => Response) {
  const asked: { url: string; body: JsonObject } = { url: '', body: {} };
  const client = new GoogleGenAI({
    apiKey: 'k',
    httpOptions: {
      baseUrl: 'http://gateway.test',
      fetch: (url, init) => {
        const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
        asked.url = url instanceof Request ? url.url : url.toString();
        asked.body = isJsonObject(body) ? body : {};
        return Promise.resolve(answer());
      },
    },
  });
  return { client, asked };
}

function streamOf(frames: readonly SseFrame[]): Response {
  return new Response(writeFrames(frames), { headers: { 'content-type': 'text/event-stream' } });
}

async function drain<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

async function readStream(frames: readonly SseFrame[]): Promise<GenerateContentResponse[]> {
  const { client } = createClient(() => streamOf(frames));
  return drain(await client.models.generateContentStream({ model: 'm', contents: 'Hi' }));
}

const textOf = (chunks: readonly GenerateContentResponse[]) =>
  chunks
    .flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    .map((part) => {
      return part.thought === true ? '' : (part.text ?? '');
    });

describe('the official client', () => {
  it('reads the same from a stream as from a whole reply', async () => {
    await fc.assert(
      fc.asyncProperty(streamedReply(), async ({ reply, events }) => {
        const chunks = await readStream(encodeStream(geminiGenerate, events));
        const whole = encodeReply(reply, replyTarget()).value;
        const { client } = createClient(() => Response.json(whole));
        const read = await client.models.generateContent({ model: 'm', contents: 'Hi' });
        expect(textOf(chunks).join('')).toBe(textOf([read]).join(''));
        expect(chunks.flatMap(({ functionCalls }) => functionCalls ?? [])).toEqual(
          read.functionCalls ?? [],
        );
        expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe(
          read.candidates?.[0]?.finishReason,
        );
        expect(chunks.at(-1)?.usageMetadata).toEqual(read.usageMetadata);
      }),
      { numRuns: 50 },
    );
  });

  it('sees the failure of a stream, with its status', async () => {
    const error = new GatewayError('overloaded', 'Busy.');
    const frames = encodeStream(geminiGenerate, [
      { type: 'reply-start' },
      { type: 'failure', error },
    ]);
    await expect(readStream(frames)).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      message: expect.stringContaining('Busy.') as string,
    });
  });

  it('sees an error with its status', async () => {
    const { status, body } = encodeError(new GatewayError('not-found', 'No such model.'), 'r');
    const { client } = createClient(() => Response.json(body, { status }));
    const asked = client.models.generateContent({ model: 'm', contents: 'Hi' });
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    await expect(asked).rejects.toMatchObject({ status: 404 });
  });

  it('sends a streamed reply back in its chat in a form that the gateway decodes', async () => {
    const providerState = { vendor: 'anthropic', kind: 'signature', data: 'RXE=' } as const;
    const frames = encodeStream(geminiGenerate, [
      { type: 'reply-start' },
      { type: 'part-start', index: 0, choice: 0, part: { type: 'reasoning' } },
      { type: 'part-delta', index: 0, text: 'Hm, ' },
      { type: 'part-delta', index: 0, text: 'yes.' },
      { type: 'part-state', index: 0, providerState },
      { type: 'part-end', index: 0 },
      { type: 'part-start', index: 1, choice: 0, part: { type: 'text' } },
      { type: 'part-delta', index: 1, text: 'Look' },
      { type: 'part-delta', index: 1, text: 'ing.' },
      { type: 'part-end', index: 1 },
      { type: 'part-start', index: 2, choice: 0, part: { type: 'call', id: 'a', name: 'now' } },
      { type: 'part-end', index: 2 },
      { type: 'finish', choice: 0, finish: { reason: 'calls' } },
      { type: 'reply-end' },
    ]);
    const { client, asked } = createClient(() => streamOf(frames));
    const chat = client.chats.create({
      model: 'm',
      config: {
        systemInstruction: 'Be brief.',
        temperature: 0.5,
        tools: [{ functionDeclarations: [{ name: 'now' }] }],
      },
    });
    await drain(await chat.sendMessageStream({ message: 'Hi' }));
    const result = createPartFromFunctionResponse('a', 'now', { output: '12:00' });
    await drain(await chat.sendMessageStream({ message: [result] }));

    expect(asked.url).toBe('http://gateway.test/v1/models/m:streamGenerateContent?alt=sse');
    const address = { model: 'm', stream: true };
    readRequest(asked.body, address);
    const { value } = decodeRequest(asked.body, address);
    expect(value).toMatchObject({
      sampling: { temperature: 0.5 },
      tools: [{ name: 'now' }],
      turns: [
        { role: 'instruction', parts: [{ text: 'Be brief.' }] },
        { role: 'user', parts: [{ text: 'Hi' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm, yes.', providerState },
            { type: 'text', text: 'Looking.' },
            { type: 'call', id: 'a', name: 'now' },
          ],
        },
        { role: 'result', parts: [{ callId: 'a', content: [{ text: '12:00' }] }] },
      ],
    });
  });

  it('requests JSON, reasoning and token counts in forms that the gateway decodes', async () => {
    const { client, asked } = createClient(() => Response.json({ totalTokens: 7, candidates: [] }));
    await client.models.generateContent({
      model: 'm',
      contents: ['a', { inlineData: { mimeType: 'image/png', data: 'AA==' } }],
      config: {
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
        thinkingConfig: { thinkingBudget: 2000, includeThoughts: true },
      },
    });
    const { value } = decodeRequest(asked.body, { model: 'm', stream: false });
    expect(value).toMatchObject({
      outputFormat: { type: 'schema', schema: { type: 'object' } },
      reasoning: { budget: 2000, show: true },
      turns: [{ parts: [{ type: 'text' }, { type: 'media' }] }],
    });
    const { totalTokens } = await client.models.countTokens({ model: 'm', contents: 'Hi' });
    expect(totalTokens).toBe(7);
  });
});
