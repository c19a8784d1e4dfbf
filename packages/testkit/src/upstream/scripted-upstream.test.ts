import { describe, expect, it } from 'vitest';
import { openRawClient } from '../client/raw-client.ts';
import { closeOnAccept } from '../faults/connection.ts';
import { holdAfter, holdHead } from '../pacing/timing.ts';
import { chatReply, chatStream } from '../replies/chat.ts';
import { httpError } from '../replies/errors.ts';
import { jsonReply, rawReply } from '../replies/raw.ts';
import { chatRequest, openPair, openUpstream } from '../testing/pair.ts';
import { WaitTimeoutError } from '../waiting.ts';
import { createScriptedUpstream } from './scripted-upstream.ts';

describe('invalid requests', () => {
  it('answers a malformed request with 400 and closes', async () => {
    const { upstream, client } = await openPair();
    await client.send('GET /v1/models\r\n\r\n');
    expect((await client.readAnswer()).status).toBe(400);
    expect(await client.whenEnded()).toBe('fin');
    expect(upstream.requests).toHaveLength(0);
  });

  it('answers content beyond the limit with 413', async () => {
    const { client } = await openPair({ maximumRequestBytes: 10 });
    await client.request({ path: '/v1/messages', body: 'x'.repeat(11) });
    expect((await client.readAnswer()).status).toBe(413);
  });

  it('answers unknown paths with 404 in the envelope of their format', async () => {
    const { client } = await openPair();
    await client.request({ path: '/v1/nothing' });
    expect(JSON.parse((await client.readAnswer()).text)).toHaveProperty('error.code');
    await client.request({ path: '/nothing', headers: { 'anthropic-version': '2023-06-01' } });
    expect(JSON.parse((await client.readAnswer()).text)).toHaveProperty('type', 'error');
  });

  it('drops connections beyond the limit', async () => {
    const upstream = await openUpstream({ maximumConnections: 1 });
    const first = await openRawClient(upstream.port);
    const second = await openRawClient(upstream.port);
    await second.whenEnded();
    await first.request(chatRequest);
    expect((await first.readAnswer()).status).toBe(200);
    first.leave();
  });

  it('reports what a script threw, and closes the connection', async () => {
    const upstream = await createScriptedUpstream({
      script: () => {
        throw new Error('a mistake in the test');
      },
    });
    const client = await openRawClient(upstream.port);
    await client.request(chatRequest);
    await expect(client.readHead()).rejects.toThrow('ended');
    expect(upstream.failures).toHaveLength(1);
    await upstream.close();
  });
});

describe('scripts', () => {
  it('uses one-shots in order, then the default', async () => {
    const { upstream, client } = await openPair({ script: rawReply(418, {}) });
    upstream.next(rawReply(500, {}), () => rawReply(429, {}));
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await client.request(chatRequest);
      statuses.push((await client.readAnswer()).status);
    }
    expect(statuses).toEqual([500, 429, 418]);
    expect(upstream.queued).toBe(0);
  });

  it('lets the request decide', async () => {
    const { upstream, client } = await openPair();
    upstream.script((request) => jsonReply({ path: request.path, body: request.body }));
    await client.request({ path: '/any/v1/messages?beta=true', body: { model: 'x' } });
    const { text } = await client.readAnswer();
    expect(JSON.parse(text)).toEqual({ path: '/any/v1/messages', body: { model: 'x' } });
  });

  it('lists models without using up a one-shot', async () => {
    const { upstream, client } = await openPair({ models: ['a/b'] });
    upstream.next(rawReply(500, {}));
    for (const path of ['/v1/models', '/v1/models/a%2Fb', '/v1/models/a/b']) {
      await client.request({ path });
      expect((await client.readAnswer()).text).toContain('"a/b"');
    }
    await client.request({ path: '/v1/models/c' });
    expect((await client.readAnswer()).status).toBe(404);
    upstream.scriptModels(httpError('openai-chat', 503));
    await client.request({ path: '/v1/models' });
    expect((await client.readAnswer()).status).toBe(503);
    expect(upstream.queued).toBe(1);
  });

  it.each([
    ['/v1beta/models', {}, { models: [{ name: 'models/a/b', displayName: 'a/b' }] }],
    ['/v1/models', { 'x-goog-api-key': 'k' }, { models: [{ name: 'models/a/b' }] }],
    ['/v1beta/models/a/b', {}, { name: 'models/a/b', displayName: 'a/b' }],
    ['/v1/models', { 'anthropic-version': '2023-06-01' }, { data: [{ id: 'a/b', type: 'model' }] }],
    ['/v1/models', {}, { object: 'list', data: [{ id: 'a/b', object: 'model' }] }],
  ])('lists models at %s for who asks with %j', async (path, headers, body) => {
    const { client } = await openPair({ models: ['a/b'] });
    await client.request({ path, headers });
    expect(JSON.parse((await client.readAnswer()).text)).toMatchObject(body);
  });

  it('resets requests, one-shots and numbers', async () => {
    const { upstream, client } = await openPair();
    await client.request(chatRequest);
    await client.readAnswer();
    upstream.next(closeOnAccept());
    upstream.clear();
    await client.request(chatRequest);
    await client.readAnswer();
    expect(upstream.requests.map((request) => request.index)).toEqual([0]);
  });
});

describe('what is captured', () => {
  it('keeps a request unchanged', async () => {
    const { upstream, client } = await openPair();
    await client.request({
      path: '/base/v1/messages?beta=true&x=1',
      headers: [
        ['X-Api-Key', 'k'],
        ['x-many', '1'],
        ['x-many', '2'],
      ],
      body: '{"model":"m","stream":true}',
    });
    const request = await upstream.nextRequest();
    expect(request).toMatchObject({
      index: 0,
      method: 'POST',
      path: '/base/v1/messages',
      endpoint: 'messages',
      dialect: 'anthropic-messages',
      model: 'm',
      stream: true,
      text: '{"model":"m","stream":true}',
      body: { model: 'm', stream: true },
    });
    expect(request.query.get('x')).toBe('1');
    expect(request.headers).toMatchObject({ 'x-api-key': 'k', 'x-many': '1, 2' });
    expect(request.headerLines).toContainEqual(['X-Api-Key', 'k']);
    await client.readAnswer();
    expect(await upstream.whenEnded(0)).toBeGreaterThanOrEqual(request.receivedAt);
    expect(request.bytesSent).toBe(client.received.length);
  });

  it.each([
    [
      '/v1beta/models/a/b:streamGenerateContent?alt=sse',
      { model: 'c' },
      { model: 'a/b', stream: true },
    ],
    ['/v1beta/models/a%2Fb:generateContent', { stream: true }, { model: 'a/b', stream: false }],
    ['/v1/responses', { model: 'c', stream: true }, { model: 'c', stream: true }],
    ['/v1/responses', { model: 7, stream: 'yes' }, { model: undefined, stream: false }],
  ])('tells model and stream of %s with %j', async (path, body, expected) => {
    const { upstream, client } = await openPair();
    await client.request({ path, body });
    expect(await upstream.nextRequest()).toMatchObject({ ...expected, body });
  });

  it('has no body for content that is not JSON', async () => {
    const { upstream, client } = await openPair();
    await client.request({ path: '/v1/messages', body: '{"model":' });
    const request = await upstream.nextRequest();
    expect(request.body).toBeUndefined();
    expect(request.text).toBe('{"model":');
  });

  it('reads a request in chunks, and answers `expect: 100-continue`', async () => {
    const { upstream, client } = await openPair();
    const head = 'POST /v1/messages HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n';
    await client.sendPieces(`${head}expect: 100-continue\r\n\r\n`, 5);
    expect((await client.readHead()).status).toBe(100);
    await client.send('{}');
    expect((await client.readAnswer()).status).toBe(200);
    expect(upstream.requests[0]?.text).toBe('{}');
  });

  it('keeps connections alive, counts them, and closes them on request', async () => {
    const { upstream, client } = await openPair();
    await client.request(chatRequest);
    await client.readAnswer();
    await client.request({ ...chatRequest, headers: { connection: 'close' } });
    expect((await client.readAnswer()).headers['connection']).toBe('close');
    expect(await client.whenEnded()).toBe('fin');
    await upstream.whenOpenConnections(0);
    expect(upstream.connections.accepted).toBe(1);
    expect(upstream.requests.map((request) => request.connection)).toEqual([0, 0]);
  });

  it('answers pipelined requests one after the other', async () => {
    const { upstream, client } = await openPair({ script: chatReply({ text: 'one' }) });
    await client.request(chatRequest);
    await client.request(chatRequest);
    expect((await client.readAnswer()).whole).toBe(true);
    expect((await client.readAnswer()).whole).toBe(true);
    expect(upstream.requests).toHaveLength(2);
  });
});

describe('clients that disconnect', () => {
  it.each(['leave', 'reset', 'halfClose'] as const)(
    'reports a client that %s mid-stream',
    async (act) => {
      const { upstream, client } = await openPair({
        script: holdAfter(chatStream({ text: 'hi' }), 1),
      });
      await client.request(chatRequest);
      await client.readUntil('assistant');
      await upstream.whenHeld();
      client[act]();
      const at = await upstream.whenClientLeft(0);
      expect(upstream.requests[0]?.closedByClientAt).toBe(at);
      await upstream.whenOpenConnections(0);
      expect(upstream.release()).toBe(0);
    },
  );

  it('answers a half-closed client if configured', async () => {
    const { upstream, client } = await openPair({
      halfOpen: true,
      script: holdHead(chatReply({ text: 'late' })),
    });
    await client.request(chatRequest);
    await upstream.whenHeld();
    client.halfClose();
    await new Promise((resolve) => setTimeout(resolve, 20));
    upstream.release();
    expect((await client.readAnswer()).text).toContain('late');
    await upstream.whenOpenConnections(0);
    expect(upstream.requests[0]?.closedByClientAt).toBeUndefined();
  });

  it('does not report a disconnect after a complete response', async () => {
    const { upstream, client } = await openPair();
    await client.request(chatRequest);
    await client.readAnswer();
    client.leave();
    await upstream.whenOpenConnections(0);
    await expect(upstream.whenClientLeft(0)).rejects.toThrow('was answered');
  });

  it('stops waiting after its timeout', async () => {
    const { upstream } = await openPair({ waitMilliseconds: 10 });
    await expect(upstream.nextRequest()).rejects.toThrow(WaitTimeoutError);
    await expect(upstream.whenHeld()).rejects.toThrow('1 held answers');
  });

  it('applies back-pressure when the client does not read', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    const body = Array.from({ length: 64 }, () => piece);
    const { upstream, client } = await openPair({
      script: {
        ...rawReply(200, {}),
        body: body.map((text) => ({ step: 'send', bytes: Buffer.from(text) })),
      },
    });
    client.pause();
    await client.request(chatRequest);
    const request = await upstream.nextRequest();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(request.bytesSent).toBeLessThan(32 * 1024 * 1024);
    client.leave();
    await upstream.whenClientLeft(0);
  });
});

describe('close', () => {
  it('ends open connections, rejects pending waits, and may be called twice', async () => {
    const upstream = await createScriptedUpstream({ script: holdHead(chatReply()) });
    const client = await openRawClient(upstream.port);
    await client.request(chatRequest);
    await upstream.whenHeld();
    const waits = expect(upstream.whenClientLeft(0)).rejects.toThrow('closed');
    await upstream.close();
    await upstream.close();
    await waits;
    await client.whenEnded();
    expect(upstream.requests[0]?.closedByClientAt).toBeUndefined();
    await expect(openRawClient(upstream.port)).rejects.toThrow('ECONNREFUSED');
  });

  it('drops connections like a server that restarts', async () => {
    const { upstream, client } = await openPair();
    await client.request(chatRequest);
    await client.readAnswer();
    upstream.dropConnections();
    await client.whenEnded();
    expect(upstream.connections.open).toBe(0);
  });
});
