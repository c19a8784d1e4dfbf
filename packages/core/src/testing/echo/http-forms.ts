/** Errors in whole bodies: HTTP errors, and responses with status 200. */
import type { DialectId } from '@parley/protocol';
import { envelope, errorObject, fullEnvelope, jsonHeaders as json, type Json } from './errors.ts';
import type { EchoForm } from './form.ts';
import { wholeBody } from './replies.ts';
import type { Echo } from './secrets.ts';

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

export const httpForms: readonly EchoForm[] = [
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

/** Bodies that are received with status 200, by clients that ask for a stream and by others. */
export const wholeForms: readonly EchoForm[] = [true, false].flatMap((stream) => [
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
