// Reads streams with the official clients, for tests of encoders.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { GoogleGenAI } from '@google/genai';
import type { DialectId } from '../canonical/dialect.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonValue } from '../json/value.ts';
import { writeFrames, type SseFrame } from '../sse/frame.ts';

/** What a user sees of a reply, whichever client read it. */
export interface SeenAnswer {
  /** Text and refusals. */
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: JsonValue | undefined }[];
}

type Reader = (fetch: () => Promise<Response>) => Promise<SeenAnswer>;

/** Reads a stream with the helper of the dialect's official client. Rejects like that helper. */
export function readOfficially(
  dialect: DialectId,
  frames: readonly SseFrame[],
): Promise<SeenAnswer> {
  const headers = { 'content-type': 'text/event-stream' };
  return readers[dialect](async () => new Response(writeFrames(frames), { headers }));
}

const options = { apiKey: 'none', maxRetries: 0 };
const question = [{ role: 'user', content: 'Hello' } as const];

const readers: Readonly<Record<DialectId, Reader>> = {
  async 'openai-chat'(fetch) {
    const { chat } = new OpenAI({ ...options, fetch });
    const stream = chat.completions.stream({ model: 'm', messages: question });
    const message = (await stream.finalChatCompletion()).choices[0]?.message;
    const calls = (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? [toCall(call.function)] : [],
    );
    return { text: `${message?.content ?? ''}${message?.refusal ?? ''}`, calls };
  },
  async 'anthropic-messages'(fetch) {
    const { messages } = new Anthropic({ ...options, fetch });
    const stream = messages.stream({ model: 'm', max_tokens: 10, messages: question });
    const { content } = await stream.finalMessage();
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, input: toJson(block.input) }] : [],
      ),
    };
  },
  async 'gemini-generate'(fetch) {
    const { models } = new GoogleGenAI({ apiKey: options.apiKey, httpOptions: { fetch } });
    const stream = await models.generateContentStream({ model: 'm', contents: 'Hello' });
    let text = '';
    const calls: { name: string; input: JsonValue | undefined }[] = [];
    for await (const chunk of stream) {
      for (const part of chunk.candidates?.[0]?.content?.parts ?? []) {
        if (part.thought !== true) text += part.text ?? '';
        const call = part.functionCall;
        if (call) calls.push({ name: call.name ?? '', input: toJson(call.args) });
      }
    }
    return { text, calls };
  },
  async 'openai-responses'(fetch) {
    const { responses } = new OpenAI({ ...options, fetch });
    const { output } = await responses.stream({ model: 'm', input: 'Hello' }).finalResponse();
    const content = output.flatMap((item) => (item.type === 'message' ? item.content : []));
    return {
      text: content.map((part) => ('text' in part ? part.text : part.refusal)).join(''),
      calls: output.flatMap((item) => (item.type === 'function_call' ? [toCall(item)] : [])),
    };
  },
};

function toCall(call: { readonly name: string; readonly arguments: string }) {
  return { name: call.name, input: parseJson(call.arguments) };
}

function toJson(value: unknown): JsonValue | undefined {
  return parseJson(JSON.stringify(value));
}

/** What a user should see of the first choice of a reply. */
export function seeReply({ choices }: CanonicalReply): SeenAnswer {
  const parts = choices[0]?.parts ?? [];
  return {
    text: parts
      .map((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : ''))
      .join(''),
    calls: parts.flatMap((part) => (part.type === 'call' ? [toCall(part)] : [])),
  };
}
