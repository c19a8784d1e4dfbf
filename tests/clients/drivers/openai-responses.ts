/** Drives OpenAI's library on Responses, for the scenarios. */
import type OpenAI from 'openai';
import {
  createConversation,
  type Adapter,
  type Answer,
  type Client,
  type Setup,
} from '../driver.ts';
import { readErrorOf } from '../failure.ts';
import { errorClassesOf } from './error-classes.ts';

type Library = typeof OpenAI;
type Item = OpenAI.Responses.ResponseInputItem;
type Response = OpenAI.Responses.Response;

/** The server stores nothing: requests contain the history, with the reasoning in its encrypted form. */
function writeRequest(setup: Setup, input: readonly Item[]) {
  const { model, tools, output, thinking } = setup;
  return {
    model,
    input: [...input],
    store: false,
    include: ['reasoning.encrypted_content' as const],
    ...(thinking ? { reasoning: { effort: 'medium' as const, summary: 'auto' as const } } : {}),
    ...(tools ? { tools: tools.map(writeTool) } : {}),
    ...(output
      ? {
          text: {
            format: {
              type: 'json_schema' as const,
              name: 'answer',
              strict: true,
              schema: output,
            },
          },
        }
      : {}),
  };
}

function writeTool({ name, description, schema }: NonNullable<Setup['tools']>[number]) {
  return {
    type: 'function' as const,
    name,
    description,
    parameters: schema,
    strict: true,
  };
}

function readFinish(response: Response): string {
  if (response.output.some((item) => item.type === 'function_call')) return 'calls';
  if (response.incomplete_details?.reason === 'max_output_tokens') return 'length';
  return response.status === 'completed' ? 'stop' : (response.status ?? '');
}

function readResponse(response: Response): Answer<Item> {
  const { output } = response;
  return {
    text: response.output_text,
    reasoning: output
      .flatMap((item) => (item.type === 'reasoning' ? item.summary : []))
      .map((part) => part.text)
      .join(''),
    calls: output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) as unknown }]
        : [],
    ),
    finish: readFinish(response),
    usage: response.usage && {
      input: response.usage.input_tokens,
      output: response.usage.output_tokens,
    },
    output: response.output_text,
    // The output of a turn is added to the input of the next, as in the library's own examples.
    messages: output as readonly Item[],
  };
}

function createAdapter(library: Library, setup: Setup): Adapter<Item> {
  const client = new library({ apiKey: setup.key, baseURL: `${setup.url}/v1`, maxRetries: 0 });
  return {
    writePrompt: ({ text, image }) => ({
      role: 'user',
      content: image
        ? [
            { type: 'input_text', text },
            {
              type: 'input_image',
              image_url: `data:image/png;base64,${image}`,
              detail: 'auto',
            },
          ]
        : text,
    }),
    writeResults: (results) =>
      results.map(({ id = '', text }) => ({
        type: 'function_call_output',
        call_id: id,
        output: text,
      })),
    send: async (history) =>
      readResponse(await client.responses.create(writeRequest(setup, history))),
    sendStreamed: async (history, onText) => {
      const stream = client.responses.stream(writeRequest(setup, history));
      for await (const event of stream) {
        if (event.type === 'response.output_text.delta') onText(event.delta);
      }
      return readResponse(await stream.finalResponse());
    },
  };
}

/** The official library's Responses, whole and through its stream helper. */
export function createOpenAIResponses(
  name: string,
  library: Library,
  limits: Client['limits'] = [],
): Client {
  return {
    name,
    family: 'gpt',
    format: 'responses',
    limits,
    connect: (setup) => createConversation(createAdapter(library, setup)),
    readFailure: (error) => readErrorOf(errorClassesOf(library), error),
  };
}
