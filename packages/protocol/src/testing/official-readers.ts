// Reads streams with the official clients, for tests of encoders.
import type { DialectId } from '../canonical/dialect.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonValue } from '../json/value.ts';
import { writeFrames, type SseFrame } from '../sse/frame.ts';
import { collectors } from './official-collectors.ts';

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

const readers: Readonly<Record<DialectId, Reader>> = {
  async 'openai-chat'(fetch) {
    const message = (await collectors['openai-chat'](fetch)).choices[0]?.message;
    const calls = (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? [toCall(call.function)] : [],
    );
    return { text: `${message?.content ?? ''}${message?.refusal ?? ''}`, calls };
  },
  async 'anthropic-messages'(fetch) {
    const { content } = await collectors['anthropic-messages'](fetch);
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, input: toJson(block.input) }] : [],
      ),
    };
  },
  async 'gemini-generate'(fetch) {
    const { candidates } = await collectors['gemini-generate'](fetch);
    const parts = candidates[0]?.content?.parts ?? [];
    return {
      text: parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join(''),
      calls: parts.flatMap(({ functionCall: call }) =>
        call ? [{ name: call.name ?? '', input: toJson(call.args) }] : [],
      ),
    };
  },
  async 'openai-responses'(fetch) {
    const { output } = await collectors['openai-responses'](fetch);
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
