import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayExtension } from '../context.ts';
import type { Host, ReplySink } from '../ports.ts';
import { chatRequest, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const origin = 'https://app.example.org';
const other = 'https://evil.example';
const path = '/v1/chat/completions';
const admin: GatewayExtension = {
  fetch: async ({ request }, next) =>
    new URL(request.url).pathname === '/admin/v1/keys' ? new Response('keys') : next(),
};

let testGateway: TestGateway;
let closed: TestGateway;
let open: TestGateway;
beforeAll(async () => {
  const extensions = [() => admin];
  closed = await startTestGateway({ options: { extensions } });
  testGateway = await startTestGateway({
    configuration: { cors: { origins: [origin] } },
    options: { extensions },
  });
  open = await startTestGateway({ configuration: { cors: { origins: ['*'] } } });
});
afterAll(async () => {
  for (const each of [testGateway, closed, open]) await each.close();
});

const preflight = (
  { gateway }: TestGateway,
  from: string,
  { where = path, asked = 'authorization' } = {},
) =>
  gateway.fetch(
    new Request(`http://parley.test${where}`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    }),
  );

const namesOf = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('a page that is not allowed', () => {
  it.each([
    ['without the setting', () => preflight(closed, origin)],
    ['of another origin', () => preflight(testGateway, other)],
    ['of a part of the origin', () => preflight(testGateway, 'https://app.example')],
    ['of no origin', () => preflight(testGateway, 'null')],
  ])('%s gets no preflight', async (_, send) => {
    const response = await send();
    expect(response.status).toBe(405);
    expect(namesOf(response)).toEqual([]);
  });

  it('cannot read an answer', async () => {
    const response = await testGateway.post(path, chatRequest, { headers: { origin: other } });
    expect(response.status).toBe(200);
    expect(namesOf(response)).toEqual([]);
  });
});

describe('the paths of extensions', () => {
  it('are open to no page, whatever the setting says', async () => {
    const asked = await preflight(testGateway, origin, { where: '/admin/v1/keys' });
    expect(namesOf(asked)).toEqual([]);
    const request = new Request('http://parley.test/admin/v1/keys', { headers: { origin } });
    const response = await testGateway.gateway.fetch(request);
    expect(await response.text()).toBe('keys');
    expect(namesOf(response)).toEqual([]);
  });
});

describe('a page of an allowed origin', () => {
  it('may send every header of the libraries, and none of the console', async () => {
    const libraries =
      'authorization,content-type,x-api-key,x-goog-api-key,anthropic-version,anthropic-beta,' +
      'anthropic-dangerous-direct-browser-access,x-stainless-lang,openai-organization,parley-explain';
    const response = await preflight(testGateway, origin, {
      asked: `${libraries}, parley-console,parley-key`,
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      libraries.replaceAll(',', ', '),
    );
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each(['/chat/completions', '/v1/models', '/v1beta/models/m:generateContent'])(
    'may ask for %s',
    async (where) => {
      expect((await preflight(testGateway, origin, { where })).status).toBe(204);
    },
  );

  it('reads answers and errors, with all their headers', async () => {
    for (const body of [chatRequest, '{']) {
      const { headers } = await testGateway.post(path, body, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')).toBe('*');
    }
  });

  it('reads a stream that a host writes', async () => {
    const heads: Readonly<Record<string, string>>[] = [];
    const sink: ReplySink = {
      open: (_, headers) => void heads.push(headers),
      write: () => undefined,
      end: () => undefined,
      onClose: () => undefined,
    };
    const host: Host = { sink };
    const request = new Request(`http://parley.test${path}`, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${testGateway.secret}` },
      body: JSON.stringify({ ...chatRequest, stream: true }),
    });
    await testGateway.gateway.fetch(request, host);
    expect(heads).toMatchObject([{ 'access-control-allow-origin': origin }]);
  });

  it('is any page, if the setting says so', async () => {
    const response = await open.post(path, chatRequest, { headers: { origin: other } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});
