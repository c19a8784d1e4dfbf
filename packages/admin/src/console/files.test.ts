import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestGateway } from '@parley/core/testing';
import { startAdminTestGateway, type AdminTestGatewaySettings } from '../testing/admin-harness.ts';
import type { ConsoleFiles } from './files.ts';

const page = '<!doctype html><title>Parley</title>';
const script = 'console.log("é");'.repeat(50);

const files: ConsoleFiles = {
  files: {
    'index.html': describeFile('text/html; charset=utf-8', page),
    'assets/app-3f2a.js': { ...describeFile('text/javascript', script), immutable: true },
  },
};

function describeFile(type: string, text: string): ConsoleFiles['files'][string] {
  const gzip = gzipSync(text).toString('base64');
  return { type, etag: `tag-${text.length}`, immutable: false, gzip };
}

let testGateway: TestGateway | undefined;
afterEach(async () => {
  await testGateway?.close();
  testGateway = undefined;
});

async function ask(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  settings: AdminTestGatewaySettings = { admin: { console: async () => files } },
): Promise<Response> {
  testGateway ??= await startAdminTestGateway(settings);
  return testGateway.gateway.fetch(new Request(`http://parley.test${path}`, { method, headers }));
}

const gzip = { headers: { 'accept-encoding': 'br;q=1, gzip;q=0.5' } };

describe('without files', () => {
  it.each([
    ['passed by the host', {}],
    [
      'served by the configuration',
      { admin: { console: async () => files }, configuration: { console: false } },
    ],
  ])('there is no console when none are %s', async (_, settings) => {
    const unknown = await ask('/nothing', {}, settings);
    for (const path of ['/console', '/console/', '/console/assets/app-3f2a.js']) {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect([...response.headers.keys()]).toEqual([...unknown.headers.keys()]);
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_endpoint' } });
    }
  });

  it('are loaded again by the next request after a failure', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error('Cannot find /secret/place');
      return files;
    };
    const failed = await ask('/console', {}, { admin: { console: load } });
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('secret');
    expect(failed.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await ask('/console')).status).toBe(200);
    expect((await ask('/console')).status).toBe(200);
    expect(loads).toBe(2);
  });
});

describe('a file that does not exist', () => {
  it.each([
    '/console/assets/gone-1a2b.js',
    '/console/favicon.ico',
    '/console/assets/index.html',
    '/console/__proto__.js',
    '/console/assets/..%2fapp-3f2a.js',
  ])('is not found: %s', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is refused with another method, and the response lists the allowed ones', async () => {
    const response = await ask('/console/assets/app-3f2a.js', { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('the page', () => {
  it.each([
    '/console',
    '/console/',
    '/console/index.html',
    '/console/keys/4f9c',
    '/console/constructor',
    '/console/assets',
    '/console?from=mail',
  ])('is at %s, and is asked for anew each time', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(page);
  });

  it('has a content security policy that allows only its own origin', async () => {
    const { headers } = await ask('/console');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('the base URL', () => {
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  it('leads a browser to the console', async () => {
    const response = await ask('/', browser);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console']);
  });

  it.each([
    ['a client', { headers: { accept: '*/*' } }, {}],
    ['a browser where the console is disabled', browser, { configuration: { console: false } }],
  ])('is an unknown endpoint to %s', async (_, init, settings) => {
    const response = await ask('/', init, { admin: { console: async () => files }, ...settings });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'unknown_endpoint' } });
  });
});

describe('an asset', () => {
  const path = '/console/assets/app-3f2a.js';

  it('may be cached forever, and is compressed when the client accepts it', async () => {
    const response = await ask(path, gzip);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(Buffer.from(bytes)).toEqual(gzipSync(script));
  });

  it.each(['', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.0, br', 'xgzip', '*;q=0'])(
    'comes as plain text to who accepts %j',
    async (accepted) => {
      const response = await ask(path, { headers: { 'accept-encoding': accepted } });
      expect(response.headers.has('content-encoding')).toBe(false);
      expect(await response.text()).toBe(script);
    },
  );

  it.each(['gzip', 'GZIP', 'deflate, gzip;q=1.0', '*', 'gzip; q=0.001'])(
    'comes compressed to who accepts %j',
    async (accepted) => {
      const response = await ask(path, { headers: { 'accept-encoding': accepted } });
      expect(response.headers.get('content-encoding')).toBe('gzip');
    },
  );

  it('is answered with 304 when the client has it', async () => {
    const etag = (await ask(path, gzip)).headers.get('etag') ?? '';
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const response = await ask(path, { headers: { 'if-none-match': known } });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.has('referrer-policy')).toBe(true);
      expect(await response.text()).toBe('');
    }
    expect((await ask(path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
  });

  it('is answered without a body for HEAD', async () => {
    const response = await ask(path, { ...gzip, method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });
});
