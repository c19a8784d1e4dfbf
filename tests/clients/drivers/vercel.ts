/** Drives the Vercel AI SDK with its provider for each format, for the scenarios. */
import {
  APICallError,
  generateText,
  jsonSchema,
  Output,
  StreamProviderError,
  streamText,
  tool,
  type FinishReason,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type ToolSet,
} from 'ai';
import {
  createConversation,
  type Adapter,
  type Answer,
  type Client,
  type Setup,
} from '../driver.ts';
import { readErrorOf } from '../failure.ts';

/** Options of one provider of the library. */
type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;

/** One of the library's providers. */
export interface VercelProvider {
  readonly name: string;
  readonly family: Client['family'];
  readonly format: Client['format'];
  readonly limits: Client['limits'];
  createModel(setup: Setup): LanguageModel;
  /** Options for every request, and those that request reasoning. */
  readonly options?: ProviderOptions;
  readonly thinking: ProviderOptions;
}

/** What `generateText` and `streamText` both return. */
interface Outcome {
  readonly text: string;
  readonly reasoningText: string | undefined;
  readonly toolCalls: readonly {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
  }[];
  readonly finishReason: FinishReason;
  readonly usage: LanguageModelUsage;
  readonly response: { readonly messages: readonly ModelMessage[] };
}

// It warns of every difference between a provider's models, which these tests do not examine.
globalThis.AI_SDK_LOG_WARNINGS = false;

const finishes: Partial<Readonly<Record<FinishReason, string>>> = { 'tool-calls': 'calls' };

function writeTools({ tools = [] }: Setup): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema) }),
    ]),
  );
}

function writeRequest(provider: VercelProvider, setup: Setup, messages: readonly ModelMessage[]) {
  const { tools, output, thinking } = setup;
  const options = thinking ? provider.thinking : provider.options;
  return {
    model: provider.createModel(setup),
    messages: [...messages],
    maxRetries: 0,
    ...(options ? { providerOptions: options } : {}),
    ...(tools ? { tools: writeTools(setup) } : {}),
    ...(output ? { output: Output.object({ schema: jsonSchema(output) }) } : {}),
  };
}

function readOutcome(outcome: Outcome, output: unknown): Answer<ModelMessage> {
  const { text, reasoningText, toolCalls, finishReason, usage, response } = outcome;
  return {
    text,
    reasoning: reasoningText ?? '',
    calls: toolCalls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      input,
    })),
    finish: finishes[finishReason] ?? finishReason,
    usage: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
    output,
    messages: response.messages,
  };
}

function createAdapter(provider: VercelProvider, setup: Setup): Adapter<ModelMessage> {
  return {
    writePrompt: ({ text, image }) => ({
      role: 'user',
      content: [
        ...(image ? [{ type: 'file' as const, data: image, mediaType: 'image/png' }] : []),
        { type: 'text', text },
      ],
    }),
    writeResults: (results) => [
      {
        role: 'tool',
        content: results.map(({ id = '', name, text }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: 'text', value: text },
        })),
      },
    ],
    send: async (history) => {
      const result = await generateText(writeRequest(provider, setup, history));
      return readOutcome(result, setup.output && result.output);
    },
    sendStreamed: async (history, onText) => {
      const result = streamText({
        ...writeRequest(provider, setup, history),
        // Without this the library prints every error.
        onError: () => undefined,
      });
      for await (const part of result.stream) {
        if (part.type === 'text-delta') onText(part.text);
        if (part.type === 'error') throw part.error;
      }
      const final = await result.finalStep;
      const outcome = {
        text: await result.text,
        reasoningText: final.reasoningText,
        toolCalls: await result.toolCalls,
        finishReason: await result.finishReason,
        usage: await result.usage,
        response: final.response,
      };
      return readOutcome(outcome, setup.output && (await result.output));
    },
  };
}

/** One provider of the AI SDK, through `generateText` and `streamText`. */
export function createVercel(provider: VercelProvider): Client {
  return {
    name: provider.name,
    family: provider.family,
    format: provider.format,
    limits: provider.limits,
    connect: (setup) => createConversation(createAdapter(provider, setup)),
    readFailure: (error) =>
      StreamProviderError.isInstance(error)
        ? { status: undefined, message: error.message }
        : readErrorOf({ 0: APICallError }, error),
  };
}
