/**
 * Every form of error that an upstream may send, with the echoed secrets in every field; used by the tests of
 * redaction.
 */
import type { DialectId } from '@parley/protocol';
import {
  chatReply,
  chatStream,
  geminiReply,
  geminiStream,
  messagesReply,
  messagesStream,
  responsesReply,
  responsesStream,
  type Answer,
} from '@parley/testkit';
import type { Echo, EchoAnswer } from './echo-gateway.ts';

/** A form of error response. */
export interface EchoForm {
  readonly name: string;
  /** Whether the client requests a stream. */
  readonly stream: boolean;
  /** Returns `undefined` for dialects that have no such form. */
  readonly write: (dialect: DialectId, echo: Echo) => EchoAnswer | undefined;
}

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

const wholes = {
  'openai-chat': chatReply,
  'anthropic-messages': messagesReply,
  'gemini-generate': geminiReply,
  'openai-responses': responsesReply,
};
const streams = {
  'openai-chat': chatStream,
  'anthropic-messages': messagesStream,
  'gemini-generate': geminiStream,
  'openai-responses': responsesStream,
};

type Json = Record<string, unknown>;

/**
 * An error object of a dialect, with the echoed text in its message and a plain word in its machine-readable
 * fields.
 */
function errorObject(dialect: DialectId, { words }: Echo): Json {
  if (dialect === 'gemini-generate')
    return { code: 400, message: words, status: 'INVALID_ARGUMENT' };
  return { type: 'invalid_request_error', message: words, code: 'bad', param: 'x' };
}

function envelope(dialect: DialectId, error: Json): Json {
  return dialect === 'anthropic-messages' ? { type: 'error', error } : { error };
}

/** The same with the echoed text or word in every field, and in names of fields. */
function fullEnvelope(dialect: DialectId, echo: Echo): Json {
  const { word, words, cut, coded } = echo;
  const error = {
    ...errorObject(dialect, echo),
    param: word,
    metadata: { raw: words, nested: [{ [word]: cut }], headers: { 'x-api-key': word } },
    details: [{ '@type': coded, reason: word, error_code: word, metadata: { [words]: word } }],
    failed_generation: words,
    innererror: { code: word },
    [word]: coded,
  };
  return { ...envelope(dialect, error), [word]: words, request_id: 'req_0123456789' };
}

/** An HTTP error with the echoed word in every field that clients read as machine-readable. */
export function writeReplyText(dialect: DialectId, echo: Echo): EchoAnswer {
  const { word } = echo;
  const fields = { message: 'No.', code: word, type: word, status: word, param: word };
  const error = { ...errorObject(dialect, echo), ...fields };
  return { status: 400, headers: json, body: JSON.stringify(envelope(dialect, error)) };
}

function textOf({ body }: Answer): string[] {
  return body.flatMap((step) => ('bytes' in step ? [new TextDecoder().decode(step.bytes)] : []));
}

function wholeBody(dialect: DialectId): Json {
  return JSON.parse(textOf(wholes[dialect]({ text: 'Hello' })).join('')) as Json;
}

/** A stream whose end is replaced after a number of frames. */
function streamOf(
  dialect: DialectId,
  frames: number,
  last: string | undefined,
): EchoAnswer | undefined {
  if (last === undefined) return undefined;
  const begun = textOf(streams[dialect]({ text: ['Hello', ' world', '!'] })).slice(0, frames);
  return { headers: events, body: [...begun, last].join('') };
}

/** After this many frames of any dialect's stream, text has reached the client. */
const midway = 5;

function frame(value: unknown, name?: string): string {
  const head = name === undefined ? '' : `event: ${name}\n`;
  return `${head}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

const httpStatuses = [400, 401, 403, 404, 429, 500, 503];

/** Bodies of HTTP errors, and of responses with status 200 that are not valid replies. */
const bodies: readonly (readonly [
  name: string,
  write: (dialect: DialectId, echo: Echo) => unknown,
])[] = [
  ['the message', (dialect, echo) => envelope(dialect, errorObject(dialect, echo))],
  ['every field', fullEnvelope],
  [
    'a cut key',
    (dialect, echo) => envelope(dialect, { ...errorObject(dialect, echo), message: echo.cut }),
  ],
  [
    'an encoded key',
    (dialect, echo) => envelope(dialect, { ...errorObject(dialect, echo), message: echo.coded }),
  ],
  ['an error that is text', (_, { words }) => ({ error: words })],
  ['details', (_, { word, words }) => ({ detail: [{ msg: words, loc: [word], type: word }] })],
  ['a list of errors', (dialect, echo) => [envelope(dialect, errorObject(dialect, echo))]],
  [
    'JSON within text',
    (_, { words }) => ({ error: { message: JSON.stringify({ words }), status: 'x' } }),
  ],
];

const texts: readonly (readonly [name: string, type: string, write: (echo: Echo) => string])[] = [
  ['plain text', 'text/plain', ({ words }) => `upstream error: ${words}`],
  ['a web page', 'text/html', ({ words }) => `<html><body><h1>${words}</h1></body></html>`],
];

/** Response headers that may contain the echoed text. */
function echoHeaders({ word }: Echo): Record<string, string> {
  return { 'x-request-id': word, 'retry-after': word, 'www-authenticate': `Bearer ${word}` };
}

const httpForms: readonly EchoForm[] = [
  ...bodies.map(([name, write]): EchoForm => ({
    name: `an HTTP error with ${name}`,
    stream: false,
    write: (dialect, echo) => ({
      status: 400,
      headers: { ...json, ...echoHeaders(echo) },
      body: JSON.stringify(write(dialect, echo)),
    }),
  })),
  ...texts.map(([name, type, write]): EchoForm => ({
    name: `an HTTP error of ${name}`,
    stream: true,
    write: (_, echo) => ({ status: 502, headers: { 'content-type': type }, body: write(echo) }),
  })),
  ...httpStatuses.map((status): EchoForm => ({
    name: `an HTTP error ${String(status)} with every field`,
    stream: true,
    write: (dialect, echo) => ({
      status,
      headers: json,
      body: JSON.stringify(fullEnvelope(dialect, echo)),
    }),
  })),
];

const wholeForms: readonly EchoForm[] = [true, false].flatMap((stream) => [
  ...bodies.map(([name, write]): EchoForm => ({
    name: `a 200 with ${name}${stream ? ', streamed' : ''}`,
    stream,
    write: (dialect, echo) => ({ headers: json, body: JSON.stringify(write(dialect, echo)) }),
  })),
  ...texts.map(([name, type, write]): EchoForm => ({
    name: `a 200 of ${name}${stream ? ', streamed' : ''}`,
    stream,
    write: (_, echo) => ({ headers: { 'content-type': type }, body: write(echo) }),
  })),
  {
    name: `a whole reply with an error beside it${stream ? ', streamed' : ''}`,
    stream,
    write: (dialect, echo) => {
      const body = { ...wholeBody(dialect), error: fullEnvelope(dialect, echo)['error'] };
      return { headers: json, body: JSON.stringify(body) };
    },
  },
  {
    name: `a whole reply with a text as its error${stream ? ', streamed' : ''}`,
    stream,
    write: (dialect, echo) => {
      return { headers: json, body: JSON.stringify({ ...wholeBody(dialect), error: echo.words }) };
    },
  },
  {
    name: `a whole reply whose choice failed${stream ? ', streamed' : ''}`,
    stream,
    write: (dialect, echo) => {
      if (dialect !== 'openai-chat') return undefined;
      const [choice] = wholeBody(dialect)['choices'] as Json[];
      const error = { code: 502, message: echo.words, metadata: { raw: echo.word } };
      return { headers: json, body: JSON.stringify({ choices: [{ ...choice, error }] }) };
    },
  },
  {
    name: `a response that failed${stream ? ', streamed' : ''}`,
    stream,
    write: (dialect, echo) => {
      if (dialect !== 'openai-responses') return undefined;
      const error = { code: echo.word, message: echo.words };
      const body = { ...wholeBody(dialect), status: 'failed', error, metadata: { a: echo.words } };
      return { headers: json, body: JSON.stringify(body) };
    },
  },
  {
    name: `a response that is incomplete${stream ? ', streamed' : ''}`,
    stream,
    write: (dialect, echo) => {
      if (dialect !== 'openai-responses') return undefined;
      const incomplete_details = { reason: echo.word, message: echo.words };
      const body = { ...wholeBody(dialect), status: 'incomplete', incomplete_details };
      return { headers: json, body: JSON.stringify(body) };
    },
  },
]);

const frames: readonly (readonly [
  name: string,
  write: (dialect: DialectId, echo: Echo) => string | undefined,
])[] = [
  [
    'an error event',
    (dialect, echo) => frame(envelope(dialect, errorObject(dialect, echo)), 'error'),
  ],
  [
    'an error event with every field',
    (dialect, echo) => frame(fullEnvelope(dialect, echo), 'error'),
  ],
  ['an error without a name', (dialect, echo) => frame(fullEnvelope(dialect, echo))],
  [
    'an error of another format',
    (_, { words, word }) => frame({ error: { message: words, code: word } }),
  ],
  ['an error that is text', (_, { words }) => frame({ error: words }, 'error')],
  ['an error event that is no JSON', (_, { words }) => frame(words, 'error')],
  ['text that is no JSON', (_, { words }) => frame(words) + frame(words, 'content_block_delta')],
  [
    'an error under another name',
    (_, { words, word }) => {
      const data = {
        type: 'error',
        code: word,
        message: words,
        error: { message: words, type: word },
      };
      return frame(data, 'ping') + frame(data, 'response.output_text.delta');
    },
  ],
  [
    'a flat error',
    (_, { words, word }) =>
      frame({ type: 'error', object: 'error', code: word, message: words, param: word }, 'error'),
  ],
  [
    'an error within a choice',
    (_, { words, word }) =>
      frame({
        id: 'c',
        choices: [
          { index: 0, delta: {}, finish_reason: 'error', error: { code: word, message: words } },
        ],
      }),
  ],
  [
    'an event nobody knows with an error',
    (_, { words, word }) =>
      frame({ type: 'vendor.status', error: { message: words, [word]: word } }, 'vendor.status'),
  ],
  [
    'a failed response',
    (_, { words, word }) => {
      const response = {
        id: 'r',
        object: 'response',
        status: 'failed',
        output: [],
        metadata: { [word]: words },
      };
      const failed = { ...response, error: { code: word, message: words } };
      return frame(
        { type: 'response.failed', sequence_number: 9, response: failed },
        'response.failed',
      );
    },
  ],
  [
    'a failed response with a plain message',
    (_, { words, word }) => {
      const error = { code: 'server_error', message: 'It broke.', param: word };
      const response = { id: 'r', object: 'response', status: 'failed', output: [], error };
      const event = {
        type: 'response.failed',
        sequence_number: 9,
        response: { ...response, details: words },
      };
      return frame(event, 'response.failed');
    },
  ],
  [
    'an incomplete response',
    (dialect, { words, word }) => {
      if (dialect !== 'openai-responses') return undefined;
      const incomplete_details = { reason: word, message: words };
      const response = {
        id: 'r',
        object: 'response',
        status: 'incomplete',
        output: [],
        incomplete_details,
      };
      return frame(
        { type: 'response.incomplete', sequence_number: 9, response },
        'response.incomplete',
      );
    },
  ],
];

const streamForms: readonly EchoForm[] = frames.flatMap(([name, write]): EchoForm[] => [
  {
    name: `${name} as the first frame`,
    stream: true,
    write: (dialect, echo) => streamOf(dialect, 0, write(dialect, echo)),
  },
  {
    name: `${name} midway`,
    stream: true,
    write: (dialect, echo) => streamOf(dialect, midway, write(dialect, echo)),
  },
]);

export const echoForms: readonly EchoForm[] = [...httpForms, ...wholeForms, ...streamForms];
