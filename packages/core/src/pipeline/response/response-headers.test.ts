import {
  codecOf,
  dialectIds,
  errorCodes,
  GatewayError,
  type ErrorCode,
  type Note,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import {
  addAttemptHeaders,
  addCostHeader,
  answerHeaders,
  retryHeaders,
} from './response-headers.ts';
import { answerWith, failWith } from '@parley/testkit';
import type { Reached } from '../state.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';

describe('retryHeaders', () => {
  const of = (code: 'rate-limited' | 'quota-exhausted' | 'invalid-request', retryAfter?: number) =>
    new GatewayError(code, 'x', retryAfter === undefined ? {} : { retryAfter });

  it('never suggests a retry that would fail again', () => {
    expect(retryHeaders(of('invalid-request'), 400)).toEqual({ 'x-should-retry': 'false' });
    expect(retryHeaders(of('quota-exhausted'), 429)).toEqual({ 'x-should-retry': 'false' });
  });

  /** What another try may cure; every other error needs the client, the operator or time. */
  const curable: ReadonlySet<ErrorCode> = new Set([
    'rate-limited',
    'upstream-unavailable',
    'upstream-timeout',
    'overloaded',
    'internal',
  ]);

  it.each(dialectIds)('tells %s clients for each error whether a retry may succeed', (dialect) => {
    for (const code of errorCodes) {
      const error = new GatewayError(code, 'x');
      const { status } = codecOf(dialect).encodeError(error, 'r');
      const headers = retryHeaders(error, status);
      expect(headers['x-should-retry'], code).toBe(String(curable.has(code)));
    }
  });

  it('disables retries instead of a wait beyond a minute', () => {
    expect(retryHeaders(of('rate-limited', 60), 429)).toEqual({
      'x-should-retry': 'true',
      'retry-after': '60',
    });
    expect(retryHeaders(of('rate-limited', 61), 429)).toEqual({ 'x-should-retry': 'false' });
    expect(retryHeaders(of('rate-limited', 18_000), 429)).toEqual({ 'x-should-retry': 'false' });
  });

  it('sets retry-after for every rate limit, rounded up', () => {
    expect(retryHeaders(of('rate-limited'), 429)).toEqual({
      'x-should-retry': 'true',
      'retry-after': '1',
    });
    expect(retryHeaders(of('rate-limited', 16.2), 429)['retry-after']).toBe('17');
  });
});

describe('retryHeaders of an error of the server', () => {
  it.each([
    [499, { 'x-should-retry': 'false' }],
    [500, { 'x-should-retry': 'true' }],
    [503, { 'x-should-retry': 'true' }],
  ])('with the status %i states no wait of its own', (status, headers) => {
    expect(retryHeaders(new GatewayError('overloaded', 'x'), status)).toEqual(headers);
  });

  it('states the wait of the error', () => {
    const error = new GatewayError('overloaded', 'x', { retryAfter: 5 });
    expect(retryHeaders(error, 503)).toEqual({ 'x-should-retry': 'true', 'retry-after': '5' });
  });

  it('suggests no retry for what only an operator can cure', () => {
    const error = new GatewayError('upstream-unavailable', 'x', { fault: 'credential' });
    expect(retryHeaders(error, 502)).toEqual({ 'x-should-retry': 'false' });
  });
});

describe('the cost in a header', () => {
  it.each([
    [0, '0'],
    [1, '0.000000001'],
    [10, '0.00000001'],
    [123_456_789, '0.123456789'],
    [1_000_000_000, '1'],
    [10_500_000_000, '10.5'],
  ])('of %i nanoUsd is %s dollars', (nanoUsd, dollars) => {
    const headers: Record<string, string> = {};
    const bill = { charges: [], listNanoUsd: 0, nanoUsd, pricing: 'priced' } as const;
    addCostHeader(headers, bill);
    expect(headers).toEqual({ 'parley-cost': dollars });
  });

  it('is absent while the price is unknown, or without a bill', () => {
    const headers: Record<string, string> = {};
    addCostHeader(headers, undefined);
    addCostHeader(headers, { charges: [], listNanoUsd: 0, nanoUsd: 5, pricing: 'quarantined' });
    expect(headers).toEqual({});
  });
});

describe('the headers of an answer', () => {
  it('name the request, its attempts, its target and its group, in visible ASCII', async () => {
    const { post, upstreams } = await openTestGateway({
      ...{ formats: ['chat', 'chat'], model: 'modèle %' },
    });
    upstreams[1]?.script(answerWith({ text: 'Fine.' }));
    upstreams[0]?.script(() => ({ type: 'raw', steps: [{ step: 'reset' }] }));
    const { headers } = await post('/v1/chat/completions', chatRequest);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-type': 'application/json', 'cache-control': 'no-store' },
      ...{ 'parley-attempts': '2', 'parley-provider': 'up1', 'parley-group': 'default' },
      ...{ 'parley-model': 'mod%C3%A8le%20%', 'parley-translation': 'exact' },
    });
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('request-id')).toBe(headers.get('x-request-id'));
  });

  it('name the target of a stream', async () => {
    const { post, upstream } = await openTestGateway();
    upstream.script(answerWith({ text: 'Fine.' }));
    const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'parley-attempts': '1', 'parley-provider': 'up0', 'parley-model': 'scripted-model' },
    });
    await response.text();
  });

  it.each([
    ['a character of two UTF-16 units', 'a\u{1F600}', 'a%F0%9F%98%80'],
    ['a replacement for what cannot be encoded', 'a\uD800', 'a%EF%BF%BD'],
  ])('have %s', (_text, model, encoded) => {
    const headers: Record<string, string> = {};
    const last = { model, upstream: 'up' };
    const reached = { attempts: { all: [last], last } } as unknown as Parameters<
      typeof addAttemptHeaders
    >[1];
    addAttemptHeaders(headers, reached);
    expect(headers).toEqual({
      ...{ 'parley-attempts': '1', 'parley-model': encoded, 'parley-provider': 'up' },
    });
  });

  it('explain notes in ASCII, when the client asks for that', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    upstream.script(answerWith({ text: 'Fine.' }));
    const body = { ...chatRequest, 'é\u007f': 1 };
    const explain = { headers: { 'parley-explain': 'notes' } };
    const response = await post('/v1/chat/completions', body, explain);
    const text = response.headers.get('parley-notes') ?? '';
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).not.toHaveProperty('missing');
    const other = { headers: { 'parley-explain': 'all' } };
    const without = await post('/v1/chat/completions', body, other);
    expect(without.headers.has('parley-notes')).toBe(false);
  });
});

describe('the times in a header', () => {
  async function ask(explain: string, isFirstDown = false): Promise<string | null> {
    let time = 0;
    const clock = { now: () => time, monotonic: () => (time += 1) };
    const { post, upstreams } = await openTestGateway({
      ...{ formats: ['chat', 'messages'], options: { clock } },
    });
    for (const upstream of upstreams) upstream.script(answerWith({ text: 'Fine.' }));
    if (isFirstDown) upstreams[0]?.script(failWith(503));
    const init = { headers: { 'parley-explain': explain } };
    const response = await post('/v1/chat/completions', chatRequest, init);
    return response.headers.get('server-timing');
  }

  it('are found in a list of any length', async () => {
    expect(await ask(`notes${' '.repeat(200_000)}x,\ttiming `)).toMatch(/^authenticate;/);
  });

  it('are those of each step, when the client asks for them', async () => {
    const times =
      /^authenticate;dur=\d+(?:\.\d+)?, admit;dur=\d+(?:\.\d+)?, upstream;dur=\d+(?:\.\d+)?$/;
    expect(await ask('timing')).toMatch(times);
    expect(await ask('notes , timing')).toMatch(times);
    expect(await ask('notes')).toBeNull();
  });

  it('tell how long attempts took that failed', async () => {
    expect(await ask('timing', true)).toMatch(/, failed;dur=[1-9]\d*(?:\.\d+)?, upstream;dur=/);
  });

  it('leave out what was not reached', async () => {
    const { post } = await openTestGateway();
    const init = { headers: { 'parley-explain': 'timing' } };
    const response = await post('/v1/messages/count_tokens', chatRequest, init);
    expect(response.headers.get('server-timing')).toMatch(
      /^authenticate;dur=[\d.]+, admit;dur=[\d.]+$/,
    );
  });
});

describe('the limits per minute in a header', () => {
  const limits = { requestsPerMinute: 2, tokensPerMinute: 60_000 };
  const init = { headers: { 'parley-explain': 'limits' } };
  const path = '/v1beta/models/m:generateContent';
  const request = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };

  it('are the same for every dialect, on request', async () => {
    const { post } = await openTestGateway({ key: { limits } });
    const { headers } = await post(path, request, init);
    expect(headers.get('ratelimit-policy')).toBe(
      '"requests";q=2;w=60, "tokens";qu="tokens";q=60000;w=60',
    );
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=1;t=30, "tokens";r=\d+;t=\d+$/);
    const unasked = await post(path, request);
    expect(unasked.headers.get('ratelimit')).toBeNull();
  });

  it('are in a refusal, too', async () => {
    const { post } = await openTestGateway({ key: { limits: { requestsPerMinute: 1 } } });
    await post('/v1/chat/completions', chatRequest);
    const refusal = await post('/v1/chat/completions', chatRequest, init);
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get('ratelimit')).toBe('"requests";r=0;t=60');
  });

  it('are absent where nothing is limited', async () => {
    const { post } = await openTestGateway();
    const { headers } = await post('/v1/chat/completions', chatRequest, init);
    expect(headers.get('ratelimit-policy')).toBeNull();
  });
});

describe('the notes in a header', () => {
  function explainNotes(notes: readonly Note[]): string {
    const request = new Request('http://parley.test/', { headers: { 'parley-explain': 'notes' } });
    const reached = { id: 'req_1', incoming: { request } } as unknown as Reached;
    return answerHeaders(reached, 'application/json', notes)['parley-notes'] ?? '';
  }

  /** The header for one note, whose reason makes the list as long as this. */
  function explain(length: number): string {
    const note = { path: 'a', action: 'dropped', reason: '' } as const;
    const reason = 'x'.repeat(length - JSON.stringify({ notes: [note] }).length);
    return explainNotes([{ ...note, reason }]);
  }

  it('are written in ASCII, which JSON reads as what they say', () => {
    const note = { path: 'é\u007f\u{1F600}"', action: 'dropped', reason: 'ß' } as const;
    const text = explainNotes([note]);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).toEqual({ notes: [note] });
  });

  it('are all there up to 4,096 characters', () => {
    const text = explain(4_096);
    expect(text).toHaveLength(4_096);
    expect(JSON.parse(text)).not.toHaveProperty('missing');
  });

  it('are counted where not even one has room', () => {
    expect(JSON.parse(explain(4_097))).toEqual({ notes: [], missing: 1 });
  });
});
