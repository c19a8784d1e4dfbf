/** Drives LangChain with its package for each format, for the scenarios. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  HumanMessage,
  ToolMessage,
  type AIMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages';
import {
  createConversation,
  type Adapter,
  type Answer,
  type Client,
  type OnText,
  type Prompt,
  type Result,
  type Setup,
} from '../driver.ts';
import { readErrorOf } from '../failure.ts';

/** One of the library's packages. */
export interface LangChainPackage {
  readonly name: string;
  readonly family: Client['family'];
  readonly format: Client['format'];
  readonly limits: Client['limits'];
  createModel(setup: Setup): BaseChatModel;
  /** How JSON must be requested in a stream if the package's default method cannot be streamed. */
  readonly streamedMethod?: 'jsonSchema';
  /** Whether its errors have the library's own codes. */
  readonly marksErrors: boolean;
}

/** The error codes of the library. */
const errorCodes: Readonly<Record<number, string>> = {
  401: 'MODEL_AUTHENTICATION',
  404: 'MODEL_NOT_FOUND',
  429: 'MODEL_RATE_LIMIT',
};

/** The fields in which the packages have the finish reason, and their names for it. */
const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  STOP: 'stop',
  completed: 'stop',
  MAX_TOKENS: 'length',
  max_tokens: 'length',
};

function readFinish(message: AIMessage | AIMessageChunk): string {
  if (message.tool_calls?.length) return 'calls';
  const told = { ...message.additional_kwargs, ...message.response_metadata };
  const { incomplete_details: gap } = told as {
    readonly incomplete_details?: { readonly reason?: string } | null;
  };
  if (gap?.reason === 'max_output_tokens') return 'length';
  const reason: unknown =
    told['finish_reason'] ?? told['stop_reason'] ?? told['finishReason'] ?? told['status'];
  return finishes[String(reason)] ?? String(reason);
}

/** Not every package translates its blocks into the library's standard ones. */
function readReasoning(block: object): string {
  const { reasoning, thinking } = block as Readonly<Record<string, unknown>>;
  const text = reasoning ?? thinking;
  return typeof text === 'string' ? text : '';
}

function readMessage(message: AIMessage | AIMessageChunk): Answer<BaseMessage> {
  const { usage_metadata: usage, contentBlocks: blocks } = message;
  return {
    text: message.text,
    reasoning: blocks.map(readReasoning).join(''),
    calls: (message.tool_calls ?? []).map(({ id, name, args }) => ({ id, name, input: args })),
    finish: readFinish(message),
    usage: usage && { input: usage.input_tokens, output: usage.output_tokens },
    messages: [message],
  };
}

/** Structured output is returned parsed, without anything else. */
function readOutput(output: unknown): Answer<BaseMessage> {
  return {
    text: '',
    reasoning: '',
    calls: [],
    finish: 'stop',
    usage: undefined,
    output,
    messages: [],
  };
}

function writeTool({ name, description, schema }: NonNullable<Setup['tools']>[number]) {
  return { type: 'function' as const, function: { name, description, parameters: schema } };
}

async function readStream(
  stream: AsyncIterable<AIMessageChunk>,
  onText: OnText,
): Promise<Answer<BaseMessage>> {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of stream) {
    onText(chunk.text);
    whole = whole ? whole.concat(chunk) : chunk;
  }
  if (!whole) throw new Error('The stream was empty.');
  return readMessage(whole);
}

/** A stream of structured output has pieces of the raw reply and the parsed value as a whole. */
async function readStreamedOutput(
  stream: AsyncIterable<{ readonly parsed?: unknown }>,
): Promise<Answer<BaseMessage>> {
  let parsed: unknown;
  for await (const piece of stream) parsed = piece.parsed ?? parsed;
  return readOutput(parsed);
}

function writePrompt({ text, image }: Prompt): HumanMessage {
  const url = `data:image/png;base64,${image ?? ''}`;
  return new HumanMessage({
    content: [
      { type: 'text', text },
      ...(image === undefined ? [] : [{ type: 'image_url', image_url: { url } }]),
    ],
  });
}

function writeResults(results: readonly Result[]): readonly ToolMessage[] {
  return results.map(
    ({ id = '', name, text }) => new ToolMessage({ tool_call_id: id, name, content: text }),
  );
}

/** A model that answers with JSON, requested by the package's default method if possible. */
function createOutputAdapter(library: LangChainPackage, setup: Setup): Adapter<BaseMessage> {
  const model = library.createModel(setup);
  const schema = { title: 'answer', ...setup.output };
  const whole = model.withStructuredOutput(schema);
  const streamed = model.withStructuredOutput(schema, {
    includeRaw: true,
    ...(library.streamedMethod ? { method: library.streamedMethod } : {}),
  });
  return {
    writePrompt,
    writeResults,
    send: async (history) => readOutput(await whole.invoke([...history])),
    sendStreamed: async (history) => readStreamedOutput(await streamed.stream([...history])),
  };
}

function createAdapter(library: LangChainPackage, setup: Setup): Adapter<BaseMessage> {
  const plain = library.createModel(setup);
  const model = setup.tools ? plain.bindTools?.(setup.tools.map(writeTool)) : plain;
  if (!model) throw new Error('The package knows no tools.');
  return {
    writePrompt,
    writeResults,
    send: async (history) => readMessage(await model.invoke([...history])),
    sendStreamed: async (history, onText) => readStream(await model.stream([...history]), onText),
  };
}

/** One package of LangChain, through `invoke` and `stream`. */
export function createLangChain(library: LangChainPackage): Client {
  return {
    name: library.name,
    family: library.family,
    format: library.format,
    limits: library.limits,
    connect: (setup) =>
      createConversation(
        setup.output ? createOutputAdapter(library, setup) : createAdapter(library, setup),
      ),
    readFailure: (error) => {
      const failure = readErrorOf({ 0: Error }, error);
      const expected = library.marksErrors ? errorCodes[failure.status ?? 0] : undefined;
      if (expected && (error as { lc_error_code?: unknown }).lc_error_code !== expected)
        throw error;
      return failure;
    },
  };
}
