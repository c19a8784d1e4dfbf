import { describe, expect, it } from 'vitest';
import type { HttpEvent } from './platform.ts';
import { readEvent } from './request.ts';
import { createBalancerEvent, createProxyEvent, createUrlEvent, post } from './testing/events.ts';

const read = (event: HttpEvent) => readEvent(event, new AbortController().signal);

describe('events that are not HTTP requests', () => {
  it.each([{}, { key1: 'value1' }, { Records: [] }, { rawPath: '/v1' }])(
    '%j is refused',
    (event) => {
      expect(() => read(event as HttpEvent)).toThrow(TypeError);
    },
  );
});

describe('a request through a Function URL', () => {
  it.each([
    ['/v1/models/openai%2Fgpt-5', '', '/v1/models/openai%2Fgpt-5'],
    ['/v1/models/a%20b%25', 'q=%2F&q=+', '/v1/models/a%20b%25?q=%2F&q=+'],
    ['/', 'empty', '/?empty'],
    ['/decoded?#', '', '/decoded%3F%23'],
  ])('keeps the path %j and the query %j as they came', (rawPath, rawQueryString, expected) => {
    const { request } = read(createUrlEvent({ rawPath, rawQueryString }));
    expect(request.url.replace(/^https:\/\/[^/]+/, '')).toBe(expected);
  });

  it('has the exact bytes of its body', async () => {
    const bytes = Buffer.from([0, 255, 0xc3, 0xa4, 10]);
    const { request } = read(post(bytes.toString('base64'), { isBase64Encoded: true }));
    expect(Buffer.from(await request.arrayBuffer())).toEqual(bytes);
  });

  it('has text as UTF-8, and no added content type', async () => {
    const { request } = read(post('{"a":"ä🎉"}'));
    expect(request.headers.has('content-type')).toBe(false);
    expect(await request.json()).toEqual({ a: 'ä🎉' });
  });

  it('has the cookies that the platform moved out of the headers', () => {
    const { request } = read(
      createUrlEvent({ cookies: ['a=1', 'b=2'], headers: { 'x-a': '1,2' } }),
    );
    expect(request.headers.get('cookie')).toBe('a=1; b=2');
    expect(request.headers.get('x-a')).toBe('1,2');
  });

  it('has the address of the client', () => {
    expect(read(createUrlEvent()).address).toBe('192.0.2.1');
  });

  it('ends when it is aborted', () => {
    const ending = new AbortController();
    const { request } = readEvent(createUrlEvent(), ending.signal);
    ending.abort();
    expect(request.signal.aborted).toBe(true);
  });
});

describe('a request through a REST API', () => {
  it('has its decoded path encoded again', () => {
    const { request } = read(
      createProxyEvent({
        path: '/v1/models/a b',
        queryStringParameters: { q: 'last' },
        multiValueQueryStringParameters: { q: ['a&b', '='], ä: ['%'] },
      }),
    );
    expect(request.url).toBe('https://abc.example/v1/models/a%20b?q=a%26b&q=%3D&%C3%A4=%25');
  });

  it('has every value of a header, its body and the address of the caller', async () => {
    const { request, address } = read(
      createProxyEvent({
        httpMethod: 'POST',
        multiValueHeaders: { 'X-A': ['1', '2'] },
        headers: { 'X-A': '2' },
        body: '{}',
      }),
    );
    expect(request.headers.get('x-a')).toBe('1, 2');
    expect(await request.text()).toBe('{}');
    expect(address).toBe('192.0.2.1');
  });
});

describe('a request through a load balancer', () => {
  it('keeps a query that was never decoded', () => {
    const { request } = read(createBalancerEvent({ queryStringParameters: { 'a%20b': '%2F' } }));
    expect(new URL(request.url).search).toBe('?a%20b=%2F');
  });

  it('has the last forwarded address, not one that the client sent', () => {
    const headers = { 'x-forwarded-for': '10.0.0.1, 192.0.2.7' };
    expect(read(createBalancerEvent({ headers })).address).toBe('192.0.2.7');
    const multiValueHeaders = { 'x-forwarded-for': ['10.0.0.1', '192.0.2.7'] };
    expect(read(createBalancerEvent({ multiValueHeaders })).address).toBe('192.0.2.7');
  });

  it.each([
    ['10.0.0.1, 192.0.2.7:4711', '192.0.2.7'],
    ['10.0.0.1:80, [2001:db8::7]:4711', '2001:db8::7'],
  ])('has the last forwarded address without its port: %s', (forwarded, address) => {
    const headers = { 'x-forwarded-for': forwarded };
    expect(read(createBalancerEvent({ headers })).address).toBe(address);
  });

  it('has no address where the balancer forwards none', () => {
    expect(read(createBalancerEvent({ headers: {} })).address).toBeUndefined();
  });
});
