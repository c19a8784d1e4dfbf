import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRuntime, type RunningGateway } from '../../scripts/serving.mjs';
import { rows, type Row } from './rows.ts';

const startMs = 60_000;
const lambda: Row = { title: 'AWS Lambda', runtime: 'lambda', gaps: {} };

interface Answer {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
}

/** Unlike `fetch`, returns the bytes without decoding them. */
function read(url: string, accepted: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': accepted } }, (response) => {
      buffer(response).then((bytes) => {
        resolve({ headers: response.headers, bytes });
      }, reject);
    }).on('error', reject);
  });
}

describe.each([...rows, lambda])('the console on $title', ({ runtime, environment }) => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startRuntime(runtime, { environment: { ...environment } });
  }, startMs);
  afterAll(() => gateway.stop(), startMs);

  it('is compressed once, and plain for clients that accept no coding', async () => {
    const page = await read(`${gateway.url}/console`, 'identity');
    const text = page.bytes.toString();
    expect(text).toContain('<!doctype html>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    const compressed = await read(`${gateway.url}${script}`, 'gzip');
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const plain = await read(`${gateway.url}${script}`, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
  });

  it('signs in with a cookie that opens the admin API', async () => {
    const signedIn = await fetch(`${gateway.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: gateway.adminToken }),
    });
    expect(await signedIn.json()).toMatchObject({ kind: 'operator', role: 'admin' });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headers = { cookie, 'parley-console': '1' };
    const asked = await fetch(`${gateway.url}/admin/v1/accounts`, { headers });
    expect(asked.status).toBe(200);
  });
});
