/** Reads a Messages request, for `read-sent.ts`. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Sent } from './sent.ts';

type Request = Anthropic.MessageCreateParams;
type Block = Anthropic.ContentBlockParam;

function readExchanges(block: Block): Sent['exchanges'] {
  if (block.type === 'tool_use') return [{ call: block.id, name: block.name, input: block.input }];
  if (block.type !== 'tool_result') return [];
  const { content = '' } = block;
  const text =
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return [{ resultOf: block.tool_use_id, text }];
}

function readImages(block: Block): readonly string[] {
  if (block.type !== 'image' || block.source.type !== 'base64') return [];
  return [`data:${block.source.media_type};base64,${block.source.data}`];
}

/** Reads a messages request. */
export function readMessages(body: unknown): Sent {
  const request = body as Request;
  const { tool_choice: choice, output_config: config } = request;
  const blocks = request.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content,
  );
  return {
    exchanges: blocks.flatMap(readExchanges),
    images: blocks.flatMap(readImages),
    tools: (request.tools ?? []).flatMap((tool) =>
      'input_schema' in tool ? [{ name: tool.name, schema: tool.input_schema }] : [],
    ),
    demandedTool: choice?.type === 'tool' ? choice.name : undefined,
    outputSchema: config?.format?.schema,
    thinking: request.thinking !== undefined && request.thinking.type !== 'disabled',
    reasoningStates: blocks.flatMap((block) =>
      block.type === 'thinking' ? [block.signature] : [],
    ),
  };
}
