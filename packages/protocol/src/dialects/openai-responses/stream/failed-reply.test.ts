import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { parseJson } from '../../../json/parse.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { replyTarget } from '../../../testing/wire.ts';
import { createStreamEncoder } from './encoder.ts';

const eventOf = (frame: SseFrame | undefined) => objectOf(parseJson(frame?.data ?? ''));

const begun: readonly CanonicalEvent[] = [
  { type: 'reply-start', id: 'up', model: 'm' },
  { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
  { type: 'part-delta', index: 0, text: 'Par' },
];

describe('streams that fail, for clients that read failed replies', () => {
  const target = { ...replyTarget(), failsOtherwise: true };

  it('end with one in place of the error event', () => {
    const encoder = createStreamEncoder(target);
    const frames = begun.flatMap((event) => encoder.push(event));
    frames.push(...encoder.fail(new GatewayError('overloaded', 'Too busy.', { cause: 'secret' })));
    expect(eventOf(frames.at(-1))).toMatchObject({
      ...{ type: 'response.failed', sequence_number: 5 },
      response: {
        ...{ id: 'resp_x7', status: 'failed', output: [], usage: null },
        error: { code: 'server_error', message: 'Overloaded: Too busy.' },
      },
    });
    expect(frames.map(({ event }) => event)).not.toContain('error');
  });

  it('begin before they fail', () => {
    const frames = createStreamEncoder(target).fail(new GatewayError('internal', 'Oops.'));
    expect(frames.map(({ event }) => event)).toEqual([
      ...['response.created', 'response.in_progress', 'response.failed'],
    ]);
  });

  it.each([
    ['upstream-unavailable', undefined, 'server_error'],
    ['overloaded', undefined, 'server_error'],
    ['rate-limited', undefined, 'rate_limit_exceeded'],
    ['quota-exhausted', undefined, 'invalid_prompt'],
    ['upstream-rejected', undefined, 'invalid_prompt'],
    ['upstream-rejected', 'context_length_exceeded', 'context_length_exceeded'],
    ['invalid-request', 'key_tokens_exhausted', 'invalid_prompt'],
  ] as const)('say by a code what to do about %s (%s)', (code, reason, word) => {
    const error = new GatewayError(code, 'No.', reason === undefined ? {} : { reason });
    const frames = createStreamEncoder(target).fail(error);
    expect(eventOf(frames.at(-1))).toMatchObject({ response: { error: { code: word } } });
  });
});
