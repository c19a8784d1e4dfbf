/** Drives Anthropic's library, for the scenarios. */
import type Anthropic from '@anthropic-ai/sdk';
import {
  createConversation,
  type Adapter,
  type Answer,
  type Client,
  type Setup,
} from '../driver.ts';
import { readErrorOf } from '../failure.ts';
import { errorClassesOf } from './error-classes.ts';

type Library = typeof Anthropic;
type Message = Anthropic.MessageParam;

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'calls',
  max_tokens: 'length',
};

function writeRequest(setup: Setup, messages: readonly Message[]) {
  const { model, tools, output, thinking } = setup;
  return {
    model,
    max_tokens: 4000,
    messages: [...messages],
    ...(thinking ? { thinking: { type: 'enabled' as const, budget_tokens: 2000 } } : {}),
    ...(tools ? { tools: tools.map(writeTool) } : {}),
    ...(output
      ? { output_config: { format: { type: 'json_schema' as const, schema: output } } }
      : {}),
  };
}

function writeTool({ name, description, schema }: NonNullable<Setup['tools']>[number]) {
  return { name, description, input_schema: schema };
}

function readMessage(message: Anthropic.Message): Answer<Message> {
  const { content, usage, stop_reason: stop } = message;
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const caches = (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  return {
    text,
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    finish: finishes[stop ?? ''] ?? stop ?? '',
    usage: { input: usage.input_tokens + caches, output: usage.output_tokens },
    output: text,
    messages: [{ role: 'assistant', content }],
  };
}

function createAdapter(library: Library, setup: Setup): Adapter<Message> {
  const client = new library({ apiKey: setup.key, baseURL: setup.url, maxRetries: 0 });
  return {
    writePrompt: ({ text, image }) => ({
      role: 'user',
      content: image
        ? [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
            { type: 'text', text },
          ]
        : text,
    }),
    writeResults: (results) => [
      {
        role: 'user',
        content: results.map(({ id = '', text }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
        })),
      },
    ],
    send: async (history) =>
      readMessage(await client.messages.create(writeRequest(setup, history))),
    sendStreamed: async (history, onText) => {
      const stream = client.messages.stream(writeRequest(setup, history));
      for await (const event of stream) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
          onText(event.delta.text);
      }
      return readMessage(await stream.finalMessage());
    },
  };
}

/** The official library, whole and through its stream helper. */
export function createAnthropic(
  name: string,
  library: Library,
  limits: Client['limits'] = [],
): Client {
  return {
    name,
    family: 'claude',
    format: 'messages',
    limits,
    connect: (setup) => createConversation(createAdapter(library, setup)),
    readFailure: (error) => readErrorOf(errorClassesOf(library), error),
  };
}
