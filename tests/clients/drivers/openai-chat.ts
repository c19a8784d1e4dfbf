/** Drives OpenAI's library on Chat Completions, for the scenarios. */
import type OpenAI from 'openai';
import {
  createConversation,
  type Adapter,
  type Answer,
  type Client,
  type Setup,
} from '../driver.ts';
import { errorClassesOf } from './error-classes.ts';
import { readErrorOf } from '../failure.ts';

type Library = typeof OpenAI;
type Message = OpenAI.ChatCompletionMessageParam;
type Completion = OpenAI.ChatCompletion;

/** The reasoning field of compatible servers, which the library's types lack. */
interface Reasoned {
  readonly reasoning_content?: string;
}

const finishes: Readonly<Record<string, string>> = { tool_calls: 'calls' };

function writeRequest(setup: Setup, messages: readonly Message[]) {
  const { model, tools, output, thinking } = setup;
  return {
    model,
    messages: [...messages],
    ...(thinking ? { reasoning_effort: 'medium' as const } : {}),
    ...(tools ? { tools: tools.map(writeTool) } : {}),
    ...(output
      ? {
          response_format: {
            type: 'json_schema' as const,
            json_schema: { name: 'answer', strict: true, schema: output },
          },
        }
      : {}),
  };
}

function writeTool({ name, description, schema }: NonNullable<Setup['tools']>[number]) {
  return { type: 'function' as const, function: { name, description, parameters: schema } };
}

/** @param reasoning that of a stream, which the library's own helper does not join */
function readCompletion(completion: Completion, reasoning?: string): Answer<Message> {
  const [choice] = completion.choices;
  if (!choice) throw new Error('The completion has no choice.');
  const whole = (choice.message as Reasoned).reasoning_content;
  const thought = reasoning ?? whole ?? '';
  const message = { ...choice.message, ...(thought === '' ? {} : { reasoning_content: thought }) };
  const calls = (message.tool_calls ?? []).map((call) => {
    if (call.type !== 'function') throw new Error('The call is none of a function.');
    return {
      id: call.id,
      name: call.function.name,
      input: JSON.parse(call.function.arguments) as unknown,
    };
  });
  return {
    text: message.content ?? '',
    reasoning: thought,
    calls,
    finish: finishes[choice.finish_reason] ?? choice.finish_reason,
    usage: completion.usage && {
      input: completion.usage.prompt_tokens,
      output: completion.usage.completion_tokens,
    },
    output: message.content,
    messages: [message],
  };
}

function createAdapter(library: Library, setup: Setup): Adapter<Message> {
  const client = new library({ apiKey: setup.key, baseURL: `${setup.url}/v1`, maxRetries: 0 });
  return {
    writePrompt: ({ text, image }) => ({
      role: 'user',
      content: image
        ? [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
          ]
        : text,
    }),
    writeResults: (results) =>
      results.map(({ id = '', text }) => ({ role: 'tool', tool_call_id: id, content: text })),
    send: async (history) =>
      readCompletion(await client.chat.completions.create(writeRequest(setup, history))),
    sendStreamed: async (history, onText) => {
      const stream = client.chat.completions.stream({
        ...writeRequest(setup, history),
        stream_options: { include_usage: true },
      });
      let reasoning = '';
      for await (const chunk of stream) {
        const delta = chunk.choices[0]?.delta;
        onText(delta?.content ?? '');
        reasoning += (delta as Reasoned | undefined)?.reasoning_content ?? '';
      }
      return readCompletion(await stream.finalChatCompletion(), reasoning);
    },
  };
}

/** The official library's chat completions, whole and through its stream helper. */
export function createOpenAIChat(
  name: string,
  library: Library,
  limits: Client['limits'] = [],
): Client {
  return {
    name,
    family: 'gpt',
    format: 'chat',
    limits,
    connect: (setup) => createConversation(createAdapter(library, setup)),
    readFailure: (error) => readErrorOf(errorClassesOf(library), error),
  };
}
