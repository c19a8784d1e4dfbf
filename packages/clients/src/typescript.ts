/** Writes a request as TypeScript, with the official library of its format. */
import type { Dialect } from './client.ts';
import { splitGeminiBody } from './gemini.ts';
import { typescript, writeLiteral } from './literal.ts';
import { completeBody, type Call, type ChatRequest } from './request.ts';

const write = (value: unknown) => writeLiteral(value, typescript);

/** The parts in which libraries differ. */
interface Library {
  readonly importLine: string;
  /** The expression that creates the client. */
  create(url: string, key: string): string;
  /** The method for a whole response, and the one for a stream if it is another. */
  readonly method: string;
  readonly streamMethod?: string;
  /** The property with the text of a response, and the one with its whole content. */
  readonly text: string;
  readonly whole: string;
  /** The statements for each chunk of a stream. */
  readonly piece: readonly string[];
}

const print = (text: string) => `process.stdout.write(${text});`;

const openai = {
  importLine: "import OpenAI from 'openai';",
  create: (url: string, key: string) =>
    `new OpenAI(${write({ baseURL: `${url}/v1`, apiKey: key })})`,
};

const libraries: Readonly<Record<Dialect, Library>> = {
  'openai-chat': {
    ...openai,
    method: 'chat.completions.create',
    text: 'choices[0]?.message.content',
    whole: 'choices[0]?.message',
    piece: [print("chunk.choices[0]?.delta.content ?? ''")],
  },
  'openai-responses': {
    ...openai,
    method: 'responses.create',
    text: 'output_text',
    whole: 'output',
    piece: ["if (chunk.type === 'response.output_text.delta') process.stdout.write(chunk.delta);"],
  },
  'anthropic-messages': {
    importLine: "import Anthropic from '@anthropic-ai/sdk';",
    create: (url, key) => `new Anthropic(${write({ baseURL: url, apiKey: key })})`,
    method: 'messages.create',
    text: 'content',
    whole: 'content',
    piece: [
      "if (chunk.type === 'content_block_delta' && chunk.delta.type === 'text_delta') {",
      `  ${print('chunk.delta.text')}`,
      '}',
    ],
  },
  'gemini-generate': {
    importLine: "import { GoogleGenAI } from '@google/genai';",
    create: (url, key) =>
      `new GoogleGenAI(${write({ apiKey: key, httpOptions: { baseUrl: url } })})`,
    method: 'models.generateContent',
    streamMethod: 'models.generateContentStream',
    text: 'text',
    whole: 'candidates?.[0]?.content',
    piece: [print("chunk.text ?? ''")],
  },
};

/** Writes a TypeScript module that sends the request and prints the response. */
export function writeTypescript({ dialect, url, key, request }: Call): string {
  const library = libraries[dialect];
  const { method, streamMethod = method } = library;
  const parameters = write(listParameters(dialect, request));
  const call = `await client.${request.stream ? streamMethod : method}(${parameters});`;
  // With tools, the response may consist of tool calls without text.
  const hasTools = request.body['tools'] !== undefined;
  const piece = hasTools ? ['console.log(JSON.stringify(chunk));'] : library.piece;
  const shown = hasTools
    ? `console.dir(answer.${library.whole}, { depth: null });`
    : `console.log(answer.${library.text});`;
  const rest = request.stream
    ? [`const stream = ${call}`, 'for await (const chunk of stream) {', ...indent(piece), '}']
    : [`const answer = ${call}`, shown];
  const head = [library.importLine, '', `const client = ${library.create(url, key)};`, ''];
  return [...head, ...rest].join('\n');
}

function listParameters(dialect: Dialect, request: ChatRequest): unknown {
  if (dialect !== 'gemini-generate') return completeBody(dialect, request);
  const { contents, config, extra } = splitGeminiBody(completeBody(dialect, request));
  const complete = isEmpty(extra) ? config : { ...config, httpOptions: { extraBody: extra } };
  return { model: request.model, contents, ...(!isEmpty(complete) && { config: complete }) };
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
