/** Reads a Responses request, for `read-sent.ts`. */
import type OpenAI from 'openai';
import { listPresent, type Sent } from './sent.ts';

type Request = OpenAI.Responses.ResponseCreateParams;
type Item = OpenAI.Responses.ResponseInputItem;

function readExchanges(item: Item): Sent['exchanges'] {
  if (item.type === 'function_call') {
    return [{ call: item.call_id, name: item.name, input: JSON.parse(item.arguments) as unknown }];
  }
  if (item.type !== 'function_call_output') return [];
  return [{ resultOf: item.call_id ?? '', text: readText(item.output) }];
}

function readText(output: OpenAI.Responses.ResponseInputItem.FunctionCallOutput['output']): string {
  if (typeof output === 'string') return output;
  return output.map((part) => (part.type === 'input_text' ? part.text : '')).join('');
}

function readImages(item: Item): readonly string[] {
  if (!('content' in item) || !Array.isArray(item.content)) return [];
  return item.content.flatMap((part) =>
    part.type === 'input_image' ? listPresent(part.image_url) : [],
  );
}

/** Reads a Responses request. */
export function readResponses(body: unknown): Sent {
  const request = body as Request;
  const items = Array.isArray(request.input) ? request.input : [];
  const { tool_choice: choice } = request;
  const format = request.text?.format;
  return {
    exchanges: items.flatMap(readExchanges),
    images: items.flatMap(readImages),
    tools: (request.tools ?? []).flatMap((tool) =>
      tool.type === 'function' ? [{ name: tool.name, schema: tool.parameters }] : [],
    ),
    demandedTool:
      typeof choice === 'object' && choice.type === 'function' ? choice.name : undefined,
    outputSchema: format?.type === 'json_schema' ? format.schema : undefined,
    thinking: Boolean(request.reasoning?.effort),
    reasoningStates: items.flatMap((item) =>
      item.type === 'reasoning' ? listPresent(item.encrypted_content) : [],
    ),
  };
}
