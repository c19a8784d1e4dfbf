/** The calls that are measured, and how they are written as HTTP requests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadSettings } from './native.ts';

/** The formats of clients and upstreams. */
export type Format = 'chat' | 'messages';

/** What the upstream answers. */
export type Script =
  | { readonly kind: 'whole'; readonly bytes: number }
  | { readonly kind: 'stream'; readonly events: number; readonly gapUs: number };

/** One kind of call. */
export interface Call {
  /** The format of the client. */
  readonly client: Format;
  /** The format of the upstream. */
  readonly upstream: Format;
  readonly script: Script;
  /** Bytes of the prompt. */
  readonly promptBytes: number;
  /** Whether the prompt has a dash in each sentence, as most texts have characters beyond ASCII; false by default. */
  readonly hasDashes?: boolean;
}

/** How a subject is asked for a call. */
export interface Address {
  readonly port: number;
  /** The path; by default that of the client's format. */
  readonly path?: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
}

const paths = { chat: '/v1/chat/completions', messages: '/v1/messages' } as const;
const endMarks = { chat: '[DONE]', messages: 'message_stop' } as const;
const wholeEnd = '~end';
const words = 'the tide turned and they rowed back home. ';
/** The same number of bytes: a dash takes three. */
const dashedWords = 'the tide turned — they rowed back home. ';
/** More than any script sends: Parley ends the streams of limited keys when they exceed it. */
const maxTokens = 32_000;
/** Bytes of one message of a long conversation. */
const messageBytes = 2_000;

/** The body of the request as a client writes it. */
export function writeBody({ script, promptBytes, hasDashes }: Call, model: string): string {
  const sentence = hasDashes === true ? dashedWords : words;
  const messages = [
    { role: 'user', content: `script=${writeScript(script)}; tell me of the sea.` },
  ];
  for (let left = promptBytes; left > 0; left -= messageBytes) {
    const content = repeat(sentence, Math.min(left, messageBytes));
    const role = messages.length % 2 === 0 ? 'user' : 'assistant';
    if (promptBytes <= messageBytes)
      messages[0] = { role: 'user', content: `${messages[0]?.content} ${content}` };
    else messages.push({ role, content });
  }
  if (messages.length % 2 === 0) messages.push({ role: 'user', content: 'Go on.' });
  const stream = script.kind === 'stream' ? { stream: true } : {};
  return JSON.stringify({ model, max_tokens: maxTokens, ...stream, messages });
}

function writeScript(script: Script): string {
  return script.kind === 'whole'
    ? `whole-${script.bytes}`
    : `stream-${script.events}-${script.gapUs}`;
}

/** Whole sentences, of about as many bytes. */
function repeat(sentence: string, bytes: number): string {
  return sentence.repeat(Math.ceil(bytes / Buffer.byteLength(sentence)));
}

/** The headers of a request, with the length of its body. */
export function writeHeaders(call: Call, address: Address, length: number): Record<string, string> {
  return {
    host: `127.0.0.1:${address.port}`,
    'content-type': 'application/json',
    accept: call.script.kind === 'whole' ? 'application/json' : 'text/event-stream',
    'user-agent': 'parley-bench',
    ...(call.client === 'messages' && { 'anthropic-version': '2023-06-01' }),
    ...address.headers,
    'content-length': String(length),
  };
}

/** The path that the request is sent to. */
export function pathOf(call: Call, address: Address): string {
  return address.path ?? paths[call.client];
}

let files = 0;

/**
 * Writes the request to a file, for the load generator.
 * @param folder the folder of the file
 * @returns the settings that follow from the call: what the answer must contain
 */
export function writeRequest(
  call: Call,
  address: Address,
  folder: string,
): Pick<LoadSettings, 'port' | 'request' | 'end' | 'events' | 'bytes'> {
  const body = writeBody(call, address.model);
  const headers = Object.entries(writeHeaders(call, address, Buffer.byteLength(body)));
  files += 1;
  const request = join(folder, `request-${files}.http`);
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  writeFileSync(request, `POST ${pathOf(call, address)} HTTP/1.1\r\n${head}\r\n${body}`);
  const { script, client } = call;
  const { port } = address;
  if (script.kind === 'whole') return { port, request, end: wholeEnd, bytes: script.bytes };
  return { port, request, end: endMarks[client], events: script.events };
}
