/** Writes a request as Python, with the official library of its format. */
import type { Dialect } from './client.ts';
import { partition, splitGeminiBody } from './gemini.ts';
import { listMembers, python, writeLiteral } from './literal.ts';
import { completeBody, type Call, type ChatRequest } from './request.ts';

/** The parts in which libraries differ. */
interface Library {
  readonly importLine: string;
  create(url: string, key: string): string;
  readonly method: string;
  readonly streamMethod?: string;
  /** Named parameters of the method; the other fields of a body go into `extra_body`. */
  readonly parameters: readonly string[];
  readonly text: string;
  readonly whole: string;
  readonly piece: readonly string[];
}

const shared = ['model', 'stream', 'tools', 'tool_choice', 'metadata'];
const print = (text: string) => `print(${text}, end="", flush=True)`;

const openai = {
  importLine: 'from openai import OpenAI',
  create: (url: string, key: string) =>
    `OpenAI(${writeArguments({ base_url: `${url}/v1`, api_key: key })})`,
};

const libraries: Readonly<Record<Dialect, Library>> = {
  'openai-chat': {
    ...openai,
    method: 'chat.completions.create',
    parameters: [
      ...shared,
      ...['messages', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stop'],
      ...['response_format', 'reasoning_effort', 'parallel_tool_calls', 'seed', 'stream_options'],
    ],
    text: 'choices[0].message.content',
    whole: 'choices[0].message',
    piece: ['if chunk.choices:', `    ${print('chunk.choices[0].delta.content or ""')}`],
  },
  'openai-responses': {
    ...openai,
    method: 'responses.create',
    parameters: [
      ...shared,
      ...['input', 'instructions', 'temperature', 'top_p', 'max_output_tokens', 'text'],
      ...['reasoning', 'include', 'store', 'previous_response_id', 'parallel_tool_calls'],
    ],
    text: 'output_text',
    whole: 'output',
    piece: ['if chunk.type == "response.output_text.delta":', `    ${print('chunk.delta')}`],
  },
  'anthropic-messages': {
    importLine: 'from anthropic import Anthropic',
    create: (url, key) => `Anthropic(${writeArguments({ base_url: url, api_key: key })})`,
    method: 'messages.create',
    // Newer releases have no parameters such as `temperature`; all releases send the fields of `extra_body`.
    parameters: [...shared, 'messages', 'max_tokens', 'system', 'stop_sequences', 'thinking'],
    text: 'content',
    whole: 'content',
    piece: [
      'if chunk.type == "content_block_delta" and chunk.delta.type == "text_delta":',
      `    ${print('chunk.delta.text')}`,
    ],
  },
  'gemini-generate': {
    importLine: 'from google import genai',
    create: (url, key) =>
      `genai.Client(${writeArguments({ api_key: key, http_options: { base_url: url } })})`,
    method: 'models.generate_content',
    streamMethod: 'models.generate_content_stream',
    parameters: ['model', 'contents', 'config'],
    text: 'text',
    whole: 'candidates[0].content',
    piece: [print('chunk.text or ""')],
  },
};

/** Writes a Python program that sends the request and prints the response. */
export function writePython({ dialect, url, key, request }: Call): string {
  const library = libraries[dialect];
  const { method, streamMethod = method } = library;
  const parameters = writeArguments(listParameters(dialect, request), true);
  const call = `client.${request.stream ? streamMethod : method}(${parameters})`;
  // With tools, the response may consist of tool calls without text.
  const hasTools = request.body['tools'] !== undefined;
  const piece = hasTools ? ['print(chunk)'] : library.piece;
  const rest = request.stream
    ? [`stream = ${call}`, 'for chunk in stream:', ...piece.map((line) => `    ${line}`)]
    : [`answer = ${call}`, `print(answer.${hasTools ? library.whole : library.text})`];
  return [library.importLine, '', `client = ${library.create(url, key)}`, '', ...rest].join('\n');
}

function listParameters(dialect: Dialect, request: ChatRequest): Record<string, unknown> {
  if (dialect !== 'gemini-generate') {
    const body = completeBody(dialect, request);
    const [known, extra] = partition(body, libraries[dialect].parameters);
    return { ...known, ...(Object.keys(extra).length > 0 && { extra_body: extra }) };
  }
  const { contents, config, extra } = splitGeminiBody(completeBody(dialect, request));
  const options = Object.keys(extra).length > 0 && { http_options: { extra_body: extra } };
  const complete = { ...config, ...options };
  const isPlain = Object.keys(complete).length === 0;
  return { model: request.model, contents, ...(!isPlain && { config: complete }) };
}

/** Keyword arguments, on one line or each on a line of its own. */
function writeArguments(values: Readonly<Record<string, unknown>>, isLong = false): string {
  const margin = isLong ? python.indent : '';
  const parts = listMembers(values).map(
    ([name, value]) => `${name}=${writeLiteral(value, python, margin)}`,
  );
  return isLong ? `\n${parts.map((part) => `${margin}${part},\n`).join('')}` : parts.join(', ');
}
