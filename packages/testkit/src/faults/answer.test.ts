import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import { holdAfter } from '../pacing/timing.ts';
import { chatReply, chatStream } from '../replies/chat.ts';
import { rawReply } from '../replies/raw.ts';
import { chatRequest, openUpstream, play, playAnswer } from '../testing/pair.ts';
import {
  brokenJson,
  emptyOk,
  errorInOk,
  htmlPage,
  hugeBody,
  noContent,
  nullOk,
  shortBody,
} from './body.ts';
import { falseCoding, gzipBomb, gzipStream, gzipTwice, gzipWhole } from './coding.ts';
import {
  redirect,
  withBothFramings,
  withEarlyHints,
  withHugeHead,
  withStrayContinue,
} from './head.ts';
import {
  closeUnannounced,
  closeWhenIdle,
  closeWhenReused,
  withUnaskedAnswer,
} from './keep-alive.ts';

const reply = chatReply({ text: 'right' });

describe('heads', () => {
  it('grows to 2 MiB', async () => {
    const { client } = await play(withHugeHead(reply));
    const answer = await client.readAnswer();
    expect(answer.headerLines.length).toBeGreaterThan(2000);
    expect(client.received.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(answer.text).toContain('right');
  });

  it('claims a length and chunks at once', async () => {
    const answer = await playAnswer(withBothFramings(reply, 5));
    expect(answer.headers).toMatchObject({ 'content-length': '5', 'transfer-encoding': 'chunked' });
    expect(answer.text).toContain('right');
  });

  it.each([
    [withEarlyHints(reply), 103],
    [withStrayContinue(reply), 100],
  ])('sends an interim answer first', async (behaviour, status) => {
    const answer = await playAnswer(behaviour);
    expect(answer.interim.map((head) => head.status)).toEqual([status]);
    expect(answer).toMatchObject({ status: 200, whole: true });
  });

  it('redirects', async () => {
    const answer = await playAnswer(redirect('http://127.0.0.1:1/elsewhere', 302));
    expect(answer).toMatchObject({ status: 302, reason: 'Found', text: '' });
    expect(answer.headers['location']).toBe('http://127.0.0.1:1/elsewhere');
  });
});

describe('bodies', () => {
  it('sends 204 without a body, and the connection goes on', async () => {
    const { upstream, client } = await play(noContent());
    const answer = await client.readAnswer();
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers).not.toHaveProperty('content-length');
    upstream.script(reply);
    await client.request(chatRequest);
    expect((await client.readAnswer()).status).toBe(200);
  });

  it.each([
    { behaviour: emptyOk(), type: 'application/json', text: /^$/ },
    { behaviour: nullOk(), type: 'application/json', text: /^null$/ },
    { behaviour: htmlPage(), type: 'text/html', text: /^<!doctype html>/ },
    { behaviour: errorInOk('openai-chat'), type: 'application/json', text: /^\{"error":/ },
    {
      behaviour: errorInOk('anthropic-messages'),
      type: 'application/json',
      text: /"type":"error"/,
    },
    {
      behaviour: errorInOk('gemini-generate'),
      type: 'application/json',
      text: /^\{"error":\{"code":500,/,
    },
    { behaviour: brokenJson(reply), type: 'application/json', text: /^\{"id":"chatcmpl.*[^}]$/ },
  ])('sends $type that reads $text', async ({ behaviour, type, text }) => {
    const answer = await playAnswer(behaviour);
    expect(answer).toMatchObject({ status: 200, whole: true });
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.text).toMatch(text);
  });

  it('ends a body without framing with the connection', async () => {
    const { client } = await play({ ...reply, framing: 'close' });
    const answer = await client.readAnswer();
    expect(answer.headers['connection']).toBe('close');
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.text).toContain('right');
    expect(client.endedBy).toBe('fin');
  });

  it('ends before the declared length', async () => {
    const { client } = await play(shortBody(reply, 10));
    const answer = await client.readAnswer();
    expect(answer).toMatchObject({ whole: false, text: '{"id":"cha' });
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(10);
    expect(client.endedBy).toBe('fin');
  });

  it('sends huge JSON that is well formed', async () => {
    const answer = await playAnswer(hugeBody(1024 * 1024));
    expect(JSON.parse(answer.text)).toHaveProperty('text.length', 1024 * 1024);
  });
});

describe('codings', () => {
  it.each([
    ['gzipWhole', gzipWhole(chatStream({ text: 'zip' }))],
    ['gzipStream', gzipStream(chatStream({ text: 'zip' }))],
  ])('%s unpacks to the content', async (_, behaviour) => {
    const answer = await playAnswer(behaviour);
    expect(answer.headers['content-encoding']).toBe('gzip');
    const unpacked = gunzipSync(answer.content);
    expect(unpacked.equals(readContent(chatStream({ text: 'zip' })))).toBe(true);
  });

  it('lets every frame of a coded stream be read as it comes', async () => {
    const upstream = await openUpstream({
      script: gzipStream(holdAfter(chatStream({ text: 'zip' }), 1)),
    });
    const response = await fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST' });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toContain('"role":"assistant"');
    await upstream.whenHeld();
    await reader?.cancel();
    await upstream.whenClientLeft(0);
  });

  it('sends a compression bomb that a fetch decompresses whole', async () => {
    const upstream = await openUpstream({ script: gzipBomb(reply, 8) });
    const response = await fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST' });
    const text = await response.text();
    expect(text.length).toBeGreaterThan(8 * 1024 * 1024);
    expect(JSON.parse(text)).toHaveProperty('object', 'chat.completion');
    expect(upstream.requests[0]?.bytesSent).toBeLessThan(32 * 1024);
  });

  it('encodes twice, and declares an unknown coding', async () => {
    const twice = await playAnswer(gzipTwice(reply));
    expect(twice.headers['content-encoding']).toBe('gzip, gzip');
    expect(gunzipSync(gunzipSync(twice.content)).equals(readContent(reply))).toBe(true);
    const falsely = await playAnswer(falseCoding(reply));
    expect(falsely.headers['content-encoding']).toBe('gzip');
    expect(falsely.text).toContain('right');
  });
});

describe('kept connections', () => {
  const second = rawReply(200, {}, 'never asked for');

  it('sends an unsolicited second response', async () => {
    const { upstream, client } = await play(withUnaskedAnswer(reply, second));
    expect((await client.readAnswer()).text).toContain('right');
    expect((await client.readAnswer()).text).toBe('never asked for');
    expect(upstream.requests).toHaveLength(1);
  });

  it.each(['finish', 'reset'] as const)('ends with %s when used again', async (by) => {
    const { upstream, client } = await play(closeWhenReused(reply, by));
    expect((await client.readAnswer()).headers).not.toHaveProperty('connection');
    expect(client.endedBy).toBeUndefined();
    await client.request(chatRequest);
    expect(await client.whenEnded()).toBe(by === 'reset' ? 'reset' : 'fin');
    expect(upstream.requests).toHaveLength(1);
  });

  it.each([
    ['closeWhenIdle', closeWhenIdle(reply, 10)],
    ['closeUnannounced', closeUnannounced(reply)],
  ])('%s', async (_, behaviour) => {
    const { upstream, client } = await play(behaviour);
    const answer = await client.readAnswer();
    expect(answer.whole).toBe(true);
    expect(answer.headers).not.toHaveProperty('connection');
    expect(await client.whenEnded()).toBe('fin');
    expect(upstream.requests[0]?.closedByClientAt).toBeUndefined();
  });
});
