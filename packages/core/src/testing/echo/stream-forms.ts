/** Errors in the middle of streams, and as their first frames. */
import type { DialectId } from '@parley/protocol';
import { envelope, errorObject, fullEnvelope } from './errors.ts';
import type { EchoForm } from './form.ts';
import type { EchoAnswer } from './gateway.ts';
import { streamFrames } from './replies.ts';
import type { Echo } from './secrets.ts';

const events = { 'content-type': 'text/event-stream' };

/** A stream whose end is replaced after a number of frames. */
function streamOf(
  dialect: DialectId,
  frames: number,
  last: string | undefined,
): EchoAnswer | undefined {
  if (last === undefined) return undefined;
  const begun = streamFrames(dialect).slice(0, frames);
  return { headers: events, body: [...begun, last].join('') };
}

/** After this many frames of any dialect's stream, text has reached the client. */
const midway = 5;

function frame(value: unknown, name?: string): string {
  const head = name === undefined ? '' : `event: ${name}\n`;
  return `${head}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

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

export const streamForms: readonly EchoForm[] = frames.flatMap(([name, write]): EchoForm[] => [
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
