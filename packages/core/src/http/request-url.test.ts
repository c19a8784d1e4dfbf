import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatRequest, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway();
});
afterAll(() => testGateway.close());

/** A request whose host gives it this URL, as a web `Request` does not. */
function createRequest(url: string, init?: RequestInit): Request {
  const request = new Request('http://parley.test/', init);
  return Object.defineProperty(request, 'url', { value: url });
}

describe('a request whose host passes its URL as it came', () => {
  it.each(['/readyz', '/v1/models?limit=1'])('is answered without a host: %s', async (url) => {
    const headers = { authorization: `Bearer ${testGateway.secret}` };
    const response = await testGateway.gateway.fetch(createRequest(url, { headers }));
    expect(response.status).toBe(200);
  });

  it('keeps its method, headers and body', async () => {
    const response = await testGateway.gateway.fetch(
      createRequest('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${testGateway.secret}` },
        body: JSON.stringify(chatRequest),
      }),
    );
    expect(response.status).toBe(200);
  });

  it.each(['http://a b/v1/models', 'http://:x/readyz'])(
    'is refused with an invalid host: %s',
    async (url) => {
      const response = await testGateway.gateway.fetch(createRequest(url));
      expect(response.status).toBe(400);
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      expect(await response.json()).toHaveProperty('error.code', 'invalid_address');
    },
  );

  it.each(['b/readyz?', 'b/readyz#', 'b\\readyz?', 'user@b'])(
    'is refused with a host that holds more than a host: %s',
    async (host) => {
      const url = `http://${host}/v1/usage`;
      const response = await testGateway.gateway.fetch(createRequest(url, { headers: { host } }));
      expect(response.status).toBe(400);
      expect(await response.json()).toHaveProperty('error.code', 'invalid_address');
    },
  );
});
