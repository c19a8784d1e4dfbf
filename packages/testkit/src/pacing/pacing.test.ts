import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import { chatReply, chatStream } from '../replies/chat.ts';
import { readFrames } from '../replies/frames.ts';
import { messagesStream } from '../replies/messages.ts';
import { rawStream } from '../replies/raw.ts';
import { chatRequest, openPair, openUpstream, play, playAnswer } from '../testing/pair.ts';
import { inOneChunk, segmentWire, splitEverywhere, splitPieces } from './splitting.ts';
import { delayFrames, delayHead, holdAfter, holdHead, pauseAfter } from './timing.ts';
import {
  betweenFrames,
  commentFrame,
  pingFrame,
  withByteOrderMark,
  withDataOverLines,
  withIds,
  withLineEnds,
  withoutFinalNewline,
  withoutSpaces,
} from './writing.ts';

const stream = chatStream({ text: ['Grüße', '👋'] });
const text = Buffer.from(readContent(stream)).toString();

/** Sends a request from another thread, and reports only when its answer is complete. */
const quietClient = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const socket = connect(workerData, '127.0.0.1', () => {
    socket.write('POST /v1/chat/completions HTTP/1.1\\r\\nhost: a\\r\\ncontent-length: 2\\r\\n\\r\\n{}');
  });
  let text = '';
  socket.on('data', (data) => {
    text += data;
    if (!text.endsWith('0\\r\\n\\r\\n')) return;
    socket.destroy();
    parentPort.postMessage(text.length);
  });
`;

it('sends pieces without waiting for other events of its process', async () => {
  const upstream = await openUpstream();
  upstream.script(splitPieces(stream, 1));
  const client = new Worker(quietClient, { eval: true, workerData: upstream.port });
  const [length] = (await once(client, 'message')) as [number];
  expect(length).toBeGreaterThan(text.length);
  await client.terminate();
});

describe('timing', () => {
  it.each([
    ['delayHead', delayHead(stream, 30)],
    ['delayFrames', delayFrames(chatStream({ text: 'a' }), 8)],
    ['pauseAfter', pauseAfter(stream, 1, 30)],
  ])('%s takes its time', async (_, behaviour) => {
    const { upstream, client } = await play(behaviour);
    expect((await client.readAnswer()).text).toContain('[DONE]');
    const request = upstream.requests[0];
    expect((request?.endedAt ?? 0) - (request?.receivedAt ?? 0)).toBeGreaterThanOrEqual(25);
  });

  it('holds before the head and after frames until released', async () => {
    const { upstream, client } = await play(holdHead(holdAfter(stream, 2)));
    await upstream.whenHeld();
    expect(client.received).toHaveLength(0);
    expect(upstream.release()).toBe(1);
    expect(await client.readUntil('Grüße')).not.toContain('👋');
    await upstream.whenHeld();
    upstream.release();
    expect((await client.readAnswer()).text).toBe(text);
  });

  it('holds as soon as the frame before is readable', async () => {
    const { upstream, client } = await play(holdAfter(stream, 2));
    await client.readUntil('Grüße');
    expect(upstream.release()).toBe(1);
    expect((await client.readAnswer()).whole).toBe(true);
  });

  it('rejects a hold at a frame that does not exist', () => {
    expect(() => holdAfter(chatReply(), 2)).toThrow(RangeError);
  });
});

describe('splitting', () => {
  it.each([1, 7, 100_000])('sends the same content in chunks of %i bytes', async (size) => {
    const { client } = await play(splitPieces(stream, size));
    const first = await client.readPiece();
    expect(first?.length).toBeLessThanOrEqual(size);
    expect((await client.readAnswer()).text).toBe(text);
  });

  it('splits the content at every position', async () => {
    const short = rawStream('data: ü\r\n\r\n');
    const answers = splitEverywhere(short);
    expect(answers).toHaveLength(readContent(short).length - 1);
    const { upstream, client } = await openPair();
    for (const [index, behaviour] of answers.entries()) {
      upstream.next(behaviour);
      await client.request(chatRequest);
      expect(await client.readPiece()).toHaveLength(index + 1);
      expect((await client.readAnswer()).text).toBe('data: ü\r\n\r\n');
    }
  });

  it('sends one chunk', async () => {
    const { client } = await play(inOneChunk(stream));
    await client.readHead();
    expect((await client.readAnswer()).text).toBe(text);
    expect(Buffer.from(client.received).toString()).toContain(`\r\n${text}\r\n0\r\n\r\n`);
  });

  it('splits head and framing too', async () => {
    const { upstream, client } = await play(segmentWire(chatReply({ text: 'a' }), 1));
    const answer = await client.readAnswer();
    expect(answer).toMatchObject({ status: 200, whole: true });
    await upstream.whenEnded(0);
  });

  it('rejects chunks without length', () => {
    expect(() => splitPieces(stream, 0)).toThrow(RangeError);
  });
});

describe('other ways to write the same stream', () => {
  const plain = readFrames(text);
  const same: readonly (readonly [string, Answer])[] = [
    ['CRLF', withLineEnds(stream, '\r\n')],
    ['CR', withLineEnds(stream, '\r')],
    ['a byte order mark', withByteOrderMark(stream)],
    ['comments between', betweenFrames(stream, commentFrame)],
    ['ids', withIds(stream)],
    ['no spaces', withoutSpaces(stream)],
    ['no spaces and CRLF in pieces', splitPieces(withLineEnds(withoutSpaces(stream), '\r\n'), 3)],
  ];

  it.each(same)('reads the same with %s', async (_, behaviour) => {
    const answer = await playAnswer(behaviour);
    expect(answer.text).not.toBe(text);
    expect(readFrames(answer.text)).toEqual(plain);
  });

  it('reads the same JSON with data over several lines', async () => {
    const frames = readFrames((await playAnswer(withDataOverLines(stream))).text);
    const parse = (data: string): unknown => (data === '[DONE]' ? data : JSON.parse(data));
    expect(frames[0]?.data).toContain('\n');
    expect(frames.map((frame) => parse(frame.data))).toEqual(
      plain.map((frame) => parse(frame.data)),
    );
  });

  it('puts pings between events', async () => {
    const whole = messagesStream({ text: 'a' });
    const frames = readFrames((await playAnswer(betweenFrames(whole, pingFrame))).text);
    expect(frames.filter((frame) => frame.event === 'ping').length).toBeGreaterThan(5);
  });

  it('leaves out the last line end', async () => {
    const answer = await playAnswer(withoutFinalNewline(stream));
    expect(answer.text).toBe(text.trimEnd());
  });

  it('keeps bytes that are not text', async () => {
    const bytes = Uint8Array.from([0x64, 0xff, 0xc3, 10, 10]);
    const upstream = await openUpstream({ script: withLineEnds(rawStream(bytes), '\r\n') });
    const response = await fetch(`${upstream.url}/v1/messages`, { method: 'POST' });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(
      Uint8Array.from([0x64, 0xff, 0xc3, 13, 10, 13, 10]),
    );
  });
});
