/** Reads a Chat Completions request, for `read-sent.ts`. */
import type OpenAI from 'openai';
import { listPresent, type Sent } from './sent.ts';

type Request = OpenAI.ChatCompletionCreateParams;
type Message = OpenAI.ChatCompletionMessageParam;

function readExchanges(message: Message): Sent['exchanges'] {
  if (message.role === 'tool') {
    const { content } = message;
    const text = typeof content === 'string' ? content : content.map((part) => part.text).join('');
    return [{ resultOf: message.tool_call_id, text }];
  }
  if (message.role !== 'assistant') return [];
  return (message.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [
          {
            call: call.id,
            name: call.function.name,
            input: JSON.parse(call.function.arguments) as unknown,
          },
        ]
      : [],
  );
}

function readImages({ content }: Message): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []));
}

/** Reads a chat completions request. */
export function readChat(body: unknown): Sent {
  const request = body as Request;
  const { response_format: format, tool_choice: choice } = request;
  return {
    exchanges: request.messages.flatMap(readExchanges),
    images: request.messages.flatMap(readImages),
    tools: (request.tools ?? []).flatMap((tool) =>
      tool.type === 'function'
        ? [{ name: tool.function.name, schema: tool.function.parameters }]
        : [],
    ),
    demandedTool:
      typeof choice === 'object' && choice.type === 'function' ? choice.function.name : undefined,
    outputSchema: format?.type === 'json_schema' ? format.json_schema.schema : undefined,
    thinking: Boolean(request.reasoning_effort),
    reasoningStates: request.messages.flatMap((message) =>
      listPresent((message as { readonly reasoning_content?: string }).reasoning_content),
    ),
  };
}
