import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../canonical/error.ts';
import { interrupted } from '../../shared/stream/stream-state.ts';
import { encodeError, encodeStreamError, readFailure } from './error.ts';

describe('readFailure', () => {
  it.each([
    [{ type: 'error', code: 'server_error', message: 'Crash.' }, 'upstream-unavailable', 'Crash.'],
    [{ error: { code: 'rate_limit_exceeded', message: 'Slow.' } }, 'rate-limited', 'Slow.'],
    [{ error: { code: 'vector_store_timeout', message: 'Late.' } }, 'upstream-timeout', 'Late.'],
    [{ error: { code: 'bio_policy', message: 'No.' } }, 'upstream-rejected', 'No.'],
    [{ error: { type: 'overloaded_error', message: 'Busy.' } }, 'overloaded', 'Busy.'],
    [{ error: {} }, 'upstream-unavailable', 'The upstream had a server error (status 502).'],
    ['gave up', 'upstream-unavailable', 'gave up'],
  ])('reads %j', (data, code, message) => {
    expect(readFailure(data, undefined)).toMatchObject({ code, message });
  });

  it('omits the reply around the error', () => {
    const error = { code: 'rate_limit_exceeded', message: 'Slow.' };
    const failed = { object: 'response', status: 'failed', instructions: 'Secret.', error };
    expect(encodeError(readFailure(failed, undefined), 'req_1').body).toEqual({
      request_id: 'req_1',
      error: { type: 'rate_limit_error', param: null, ...error },
    });
  });
});

describe('encodeStreamError', () => {
  it('writes the same message in both forms, and never the cause', () => {
    const error = new GatewayError('upstream-rejected', 'Too long.', {
      reason: 'context_length_exceeded',
      param: 'input',
      cause: new Error('secret'),
    });
    expect(encodeStreamError(error, 9)).toEqual({
      type: 'error',
      code: 'context_length_exceeded',
      message: 'Too long.',
      param: 'input',
      sequence_number: 9,
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        message: 'Too long.',
        param: 'input',
      },
    });
    expect(encodeStreamError(interrupted(), 0).code).toBe('stream_interrupted');
  });

  it('calls a request that the upstream rejects no failure of a server', () => {
    const { code, error } = encodeStreamError(new GatewayError('upstream-rejected', 'Bad.'), 0);
    expect(code).toBe('invalid_prompt');
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_prompt' });
  });
});
