import { describe, expect, it } from 'vitest';
import { writeJson } from '../../json/exact-number.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../json/value.ts';
import { readUpstreamFailure, redactReply } from './upstream-error.ts';

function read(status: number, body: JsonValue, headers: Record<string, string> = {}) {
  const reply = { status, body, headers: new Headers(headers) };
  return readUpstreamFailure(redactReply(reply, undefined), 'openai-chat');
}

describe('the message of an upstream error', () => {
  it('keeps all digits of numbers that it repeats', () => {
    const body = '{"error":{"message":"No such id.","input":{"id":1234567890123456789}}}';
    const { upstreamBody } = read(400, parseJson(body) ?? null);
    expect(writeJson(upstreamBody)).toBe(body);
  });
});

describe('what is hidden from clients', () => {
  it.each([401, 402, 403, 407])('hides the upstream’s message of a %i', (status) => {
    const error = read(status, {
      error: { message: 'Incorrect API key provided: sk-live-1234567890', code: 'invalid_api_key' },
    });
    expect(error.code).toBe('upstream-unavailable');
    expect(error.message).toMatch(/^The upstream refused/);
    expect(error.upstreamBody).toBeUndefined();
    expect(error.reason).toBeUndefined();
  });

  it('never shows a web page', () => {
    const page = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
    const error = read(502, page);
    expect(error).toMatchObject({
      code: 'upstream-unavailable',
      message: 'The upstream had a server error (status 502).',
    });
    expect(error.upstreamBody).toBeUndefined();
    expect(read(400, { error: { message: page } }).message).not.toContain('nginx');
  });

  it.each([
    ['a key', 'Bad key sk-proj-abcdef1234567890', 'sk-proj'],
    ['an account', 'Limit in organization org-AbCdEf1234567890 reached', 'org-AbC'],
    ['an inner address', 'connect to 10.1.2.3:8080 failed', '10.1.2.3'],
    ['a local name', 'no route to http://llm.internal:9000/v1', 'llm.internal'],
    ['a password in an address', 'dial postgres://bob:secret@db.example/x', 'secret'],
    ['a bearer', 'header was Bearer abcdefghijklmnop', 'abcdefghijkl'],
  ])('masks %s', (_, message, secret) => {
    const error = read(400, { error: { message, nested: [message] } });
    expect(error.message).not.toContain(secret);
    expect(JSON.stringify(error.upstreamBody)).not.toContain(secret);
  });

  it('removes control characters and limits the length', () => {
    expect(read(400, { error: { message: 'a\r\nset-cookie: x\u0000\u001b[2J' } }).message).toBe(
      'a set-cookie: x [2J',
    );
    expect(read(400, { error: { message: 'x'.repeat(9_000) } }).message).toHaveLength(2_000);
  });

  it('shows only the first line of a server’s own fault', () => {
    const message = 'division by zero\n  File "/srv/app.py", line 3';
    expect(read(500, { error: { message } }).message).toBe('division by zero');
  });

  it('handles a deeply nested body', () => {
    let body: JsonValue = 'deep';
    for (let depth = 0; depth < 100; depth++) body = { error: body };
    expect(read(400, body).code).toBe('upstream-rejected');
  });
});

describe('the meaning of a status', () => {
  it.each([
    [400, 'upstream-rejected'],
    [404, 'upstream-rejected'],
    [409, 'upstream-rejected'],
    [413, 'upstream-rejected'],
    [422, 'upstream-rejected'],
    [408, 'upstream-timeout'],
    [504, 'upstream-timeout'],
    [429, 'rate-limited'],
    [503, 'overloaded'],
    [529, 'overloaded'],
    [498, 'overloaded'],
    [424, 'upstream-rejected'],
    [499, 'upstream-unavailable'],
    [520, 'upstream-unavailable'],
    [521, 'upstream-unavailable'],
    [522, 'upstream-timeout'],
    [523, 'upstream-unavailable'],
    [524, 'upstream-timeout'],
    [525, 'upstream-unavailable'],
    [526, 'upstream-unavailable'],
    [530, 'upstream-unavailable'],
    [500, 'upstream-unavailable'],
    [502, 'upstream-unavailable'],
  ])('%i is %s', (status, code) => {
    const error = read(status, { error: { message: 'words of the upstream' } });
    expect(error).toMatchObject({ code, message: 'words of the upstream', upstreamStatus: status });
  });

  it.each([
    [498, 'The upstream is overloaded. Please try again later.'],
    [499, 'The upstream had a server error (status 499).'],
    [524, 'The upstream timed out.'],
  ])('%i without a body has a sentence', (status, message) => {
    expect(read(status, null).message).toBe(message);
  });

  it('a failure while TGI generates is no fault of the request', () => {
    const error = 'Request failed during generation: CUDA out of memory';
    expect(read(424, { error, error_type: 'generation' }).code).toBe('upstream-unavailable');
    expect(read(422, { error, error_type: 'validation' }).code).toBe('upstream-rejected');
  });

  it.each([
    [{ error: { type: 'overloaded_error', message: 'x' } }, 'overloaded'],
    [{ error: { code: 524, message: 'x' } }, 'upstream-timeout'],
    [{ error: { type: 'rate_limit_error', message: 'x' } }, 'rate-limited'],
    [{ error: { code: 429, message: 'x' } }, 'rate-limited'],
    [{ error: { code: '503', message: 'x' } }, 'overloaded'],
    [{ error: { type: 'invalid_request_error', message: 'x' } }, 'upstream-rejected'],
    [{ error: { type: 'authentication_error', message: 'x' } }, 'upstream-unavailable'],
    [{ error: { type: 'server_error', message: 'x' } }, 'upstream-unavailable'],
    [{ error: 'x' }, 'upstream-unavailable'],
    // Cerebras, in a stream
    [{ error: { message: 'x', code: null }, status_code: 429 }, 'rate-limited'],
    // MiniMax
    [{ base_resp: { status_code: 1001, status_msg: 'x' } }, 'upstream-timeout'],
    [{ base_resp: { status_code: 1002, status_msg: 'x' } }, 'rate-limited'],
    [{ base_resp: { status_code: 1026, status_msg: 'x' } }, 'upstream-rejected'],
    [{ base_resp: { status_code: 1033, status_msg: 'x' } }, 'upstream-unavailable'],
    [{ base_resp: { status_code: 9999, status_msg: 'x' } }, 'upstream-unavailable'],
    // Z.AI, for a path that does not exist
    [{ code: 500, msg: 'x', success: false }, 'upstream-unavailable'],
  ])('an error in a 200 is judged by its codes: %j', (body, code) => {
    expect(read(200, body).code).toBe(code);
  });
});

describe('envelopes', () => {
  it.each([
    ['chat', { error: { message: 'm', type: 't', param: null, code: null } }],
    ['messages', { type: 'error', error: { type: 'invalid_request_error', message: 'm' } }],
    ['google', { error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } }],
    ['google in a list', [{ error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } }]],
    ['a bare message', { message: 'm' }],
    ['an error that is text', { error: 'm' }],
    ['a detail', { detail: 'm' }],
    ['a detail without a place', { detail: [{ loc: ['body'], msg: 'm' }] }],
    ['a list of errors', { errors: [{ message: 'm' }] }],
    ['an error in an error', { error: { error: { message: 'm' } } }],
    ['a report of MiniMax', { base_resp: { status_code: 2013, status_msg: 'm' } }],
    ['a report of Z.AI', { code: 400, msg: 'm', success: false }],
    ['plain text', 'm'],
  ])('reads %s', (_, body) => {
    expect(read(400, body).message).toBe('m');
  });

  it.each([
    ['an error', '{"error":{"message":"Invalid input name","code":400}}'],
    ['another envelope', '{"detail":[{"loc":["body"],"msg":"Invalid input name"}]}'],
    ['a sentence', 'Invalid input name'],
  ])('reads what OpenRouter quotes of a provider as %s', (_, raw) => {
    const error = { message: 'Provider returned error', code: 400, metadata: { raw } };
    expect(read(400, { error }).message).toBe('Provider returned error: Invalid input name');
  });

  it.each([[null], [''], [7], ['{}'], ['<html>']])('quotes nothing of %j', (raw) => {
    const error = { message: 'Provider returned error', code: 400, metadata: { raw } };
    expect(read(400, { error }).message).toBe('Provider returned error');
  });

  const details = [
    { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required' },
  ];

  it.each([
    ['vLLM', { detail: details }],
    ['Mistral', { object: 'error', message: { detail: details }, type: 'invalid_request_error' }],
    ['Mistral, twice', { object: 'Error', detail: details, message: details }],
  ])('reads the place and the message of a detail of %s', (_, body) => {
    expect(read(422, body).message).toBe('messages.0.content: Field required');
  });

  it.each([[null], [''], [[]], [{}], [42], [{ error: null }]])('has a message for %j', (body) => {
    expect(read(400, body).message).toBe('The upstream rejected the request (status 400).');
  });

  it('keeps code and param', () => {
    const error = read(400, {
      error: { message: 'm', code: 'unsupported_parameter', param: 'temperature' },
    });
    expect(error).toMatchObject({ reason: 'unsupported_parameter', param: 'temperature' });
    const other = read(400, { error: { message: 'm', details: { error_code: 'x_1' } } });
    expect(other.reason).toBe('x_1');
  });

  it.each([
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'context_length_exceeded'],
    [400, 'input length and `max_tokens` exceed context limit', 'context_length_exceeded'],
    [
      400,
      'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      'context_length_exceeded',
    ],
    [404, 'Not Found', undefined],
    [400, 'model: field required', undefined],
    [502, 'prompt is too long', undefined],
  ])('knows from a sentence what a %i is: %s', (status, message, reason) => {
    expect(read(status, { error: { type: 'x', message } }).reason).toBe(reason);
  });

  it('does not use a sentence as a code', () => {
    expect(read(400, { error: { message: 'm', code: 'not a word\r\n' } }).reason).toBeUndefined();
  });
});

describe('waits', () => {
  const google = { error: { message: 'm', details: [{ '@type': 'x', retryDelay: '12.5s' }] } };
  it.each([
    [{ 'retry-after': '17' }, null, 17],
    [{ 'retry-after': '1.2' }, null, 2],
    [{ 'retry-after-ms': '300', 'retry-after': '17' }, null, 1],
    [{ 'retry-after': '999999999' }, null, 86_400],
    [
      {
        'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT',
        date: 'Fri, 20 Nov 2026 10:00:00 GMT',
      },
      null,
      30,
    ],
    [{}, google, 13],
    [{ 'retry-after': '-5' }, null, undefined],
    [{ 'retry-after': 'soon' }, null, undefined],
    [{}, null, undefined],
  ])('%j means %s', (headers, body, seconds) => {
    expect(read(429, body, headers as Record<string, string>).retryAfter).toBe(seconds);
  });
});
