/** A gateway with an upstream that needs no network; used by `relay.ts` and `request-path.ts`. */
import {
  configurationSchema,
  createGateway,
  createKeySecret,
  type HttpRequest,
  type UpstreamTransport,
  type WholeSink,
} from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';

/** The formats of clients and upstreams. */
export type Format = 'chat' | 'messages';

export interface RelaySettings {
  /** The format of the client. */
  readonly from: Format;
  /** The format of the upstream. */
  readonly to: Format;
  /** Number of text events of a streamed reply. */
  readonly events: number;
}

export interface RelayGateway {
  /** Sends one request and reads the whole response. */
  ask(stream: boolean): Promise<void>;
  close(): Promise<void>;
}

const encoder = new TextEncoder();
const providers = { chat: 'openai', messages: 'anthropic' } as const;
const paths = { chat: '/v1/chat/completions', messages: '/v1/messages' } as const;
const bases = { chat: 'https://up.test/v1', messages: 'https://up.test' } as const;

/** Limits that no measurement reaches. */
const limits = {
  requestsPerMinute: 100_000_000,
  tokensPerMinute: 1_000_000_000_000,
  quota: { tokens: 1_000_000_000_000, reset: 'month' },
} as const;

export async function createRelayGateway({
  from,
  to,
  events,
}: RelaySettings): Promise<RelayGateway> {
  const store = createMemoryStore();
  const { secret, hash, display } = await createKeySecret();
  const key = { id: 'key', name: 'key', accountId: 'default', groups: ['default'] as const };
  await store.addKey(
    { ...key, limits, createdAt: 0, disabled: false },
    { keyId: 'key', hash, display, createdAt: 0 },
  );
  const gateway = createGateway({
    store,
    transport: createTransport(to, events),
    configuration: configurationSchema.parse({
      upstreams: {
        up: { provider: providers[to], base_url: bases[to], credential: 'x', models: ['m'] },
      },
      models: { m: { targets: [{ upstream: 'up', model: 'm' }] } },
    }),
  });
  const ask = (stream: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = encoder.encode(JSON.stringify(requestOf(stream)));
      const sink = createSink((status, text) => {
        if (status === 200 && !text.includes('"error"')) resolve();
        else reject(new Error(text));
      });
      const request = createRequest(`http://parley.test${paths[from]}`, secret, body);
      if (gateway.answer(request, { sink }) === undefined)
        throw new Error('answered by fetch only');
    });
  return { ask, close: () => gateway.close() };
}

function requestOf(stream: boolean): object {
  const messages = [{ role: 'user', content: 'Tell me about the sea, please.' }];
  return { model: 'm', max_tokens: 4_096, stream, messages };
}

/** A request as a host passes it to `Gateway.answer`. */
function createRequest(url: string, secret: string, body: Uint8Array<ArrayBuffer>): HttpRequest {
  const headers = new Map([
    ['content-type', 'application/json'],
    ['content-length', String(body.length)],
    ['authorization', `Bearer ${secret}`],
  ]);
  return {
    method: 'POST',
    url,
    headers: {
      get: (name) => headers.get(name) ?? null,
      has: (name) => headers.has(name),
      [Symbol.iterator]: () => headers[Symbol.iterator](),
    },
    body: null,
    arrayBuffer: async () => body.buffer,
  };
}

/** Collects a response. */
function createSink(onEnd: (status: number, text: string) => void): WholeSink {
  let status = 0;
  let text = '';
  return {
    open: (opened) => {
      status = opened;
    },
    write: (piece) => {
      text += piece;
      return undefined;
    },
    end: () => {
      onEnd(status, text);
    },
    onClose: () => undefined,
    respond: (responded, _headers, whole) => {
      onEnd(responded, whole);
    },
  };
}

/** Responds as an upstream does, with one frame per chunk. */
function createTransport(format: Format, events: number): UpstreamTransport {
  const whole = [encoder.encode(JSON.stringify(writers[format].whole))];
  const streamed = writers[format].frames(events).map((frame) => encoder.encode(frame));
  return {
    send: async ({ body }) => {
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      const isStreamed = text.includes('"stream":true');
      const chunks = isStreamed ? streamed : whole;
      let next = 0;
      return {
        status: 200,
        headers: new Headers({
          'content-type': isStreamed ? 'text/event-stream' : 'application/json',
        }),
        body: { read: async () => chunks[next++], cancel: () => undefined },
      };
    },
    close: async () => undefined,
  };
}

const text = 'and the sea was ';

const chatHead = { id: 'chatcmpl-1', created: 1, model: 'm' };
const chatUsage = { prompt_tokens: 12, completion_tokens: 40, total_tokens: 52 };
const messageHead = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };

const writers = {
  chat: {
    whole: {
      ...chatHead,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: chatUsage,
    },
    frames: (events: number) => [
      chatFrame({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
      ...Array.from({ length: events }, () =>
        chatFrame({ choices: [{ index: 0, delta: { content: text } }] }),
      ),
      chatFrame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      chatFrame({ choices: [], usage: chatUsage }),
      'data: [DONE]\n\n',
    ],
  },
  messages: {
    whole: {
      ...messageHead,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 12, output_tokens: 40 },
    },
    frames: (events: number) => [
      messageFrame('message_start', {
        message: {
          ...messageHead,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 12, output_tokens: 1 },
        },
      }),
      messageFrame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...Array.from({ length: events }, () =>
        messageFrame('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      ),
      messageFrame('content_block_stop', { index: 0 }),
      messageFrame('message_delta', {
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 40 },
      }),
      messageFrame('message_stop', {}),
    ],
  },
} as const;

function chatFrame(fields: object): string {
  const chunk = { ...chatHead, object: 'chat.completion.chunk', ...fields };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function messageFrame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
