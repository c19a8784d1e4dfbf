import { describe, expect, it } from 'vitest';
import { createByteReader } from './byte-reader.ts';
import { cutBytes, toBytes } from './bytes.ts';
import { readRequest } from './request-reader.ts';
import type { WireRequest } from './request-reader.ts';

function read(text: string, pieceSize = 4096): Promise<WireRequest | undefined> {
  const reader = createByteReader();
  for (const piece of cutBytes(toBytes(text), pieceSize)) reader.push(piece);
  reader.end();
  return readRequest(reader, { maximumBytes: 64, sendContinue: () => undefined });
}

const malformed: readonly (readonly [string, string])[] = [
  ['no request line', 'hello\r\n\r\n'],
  ['another protocol', 'GET / HTTP/2.0\r\nhost: a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\nhost: a\n\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nhost : a\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nhost: a\r\n b\r\n\r\n'],
  [
    'two framings',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
  ['a negative length', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'],
  ['an unknown coding', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n\r\n'],
  [
    'a chunk size in words',
    'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nfive\r\n',
  ],
  [
    'a chunk beyond its size',
    'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n',
  ],
];

describe('readRequest', () => {
  it.each(malformed)('refuses %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ status: 400 });
  });

  it('refuses content beyond the limit, declared or not', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: a\r\n';
    const content = 'x'.repeat(65);
    const counted = read(`${head}content-length: 65\r\n\r\n${content}`);
    await expect(counted).rejects.toMatchObject({ status: 413 });
    const chunked = read(`${head}transfer-encoding: chunked\r\n\r\n41\r\n${content}\r\n0\r\n\r\n`);
    await expect(chunked).rejects.toMatchObject({ status: 413 });
  });

  it('refuses a head beyond its limit', async () => {
    const text = `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`;
    await expect(read(text)).rejects.toMatchObject({ status: 431 });
  });

  it('returns nothing for a truncated request', async () => {
    expect(await read('')).toBeUndefined();
    expect(
      await read('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf'),
    ).toBeUndefined();
  });

  it.each([1, 2, 3, 7, 4096])('reads the same request in pieces of %i bytes', async (size) => {
    const text =
      'POST /v1/messages?beta=true HTTP/1.1\r\nHost: a\r\nX-Two: 1\r\nx-two: 2\r\n' +
      '__proto__: odd\r\ntransfer-encoding: chunked\r\n\r\n' +
      '3;note=1\r\nfür\r\n2\r\nab\r\n0\r\ntrailer: t\r\n\r\n'.replace('3;', '4;');
    const request = await read(text, size);
    expect(request).toMatchObject({ method: 'POST', target: '/v1/messages?beta=true' });
    expect(request?.headers).toMatchObject({ host: 'a', 'x-two': '1, 2' });
    expect(Object.keys(request?.headers ?? {})).toContain('__proto__');
    expect(Buffer.from(request?.content ?? []).toString()).toBe('fürab');
  });

  it.each([
    ['1.1', '', true],
    ['1.1', 'connection: Close\r\n', false],
    ['1.0', '', false],
    ['1.0', 'connection: keep-alive\r\n', true],
  ])('knows whether HTTP/%s with %j stays open', async (version, header, expected) => {
    const request = await read(`GET / HTTP/${version}\r\nhost: a\r\n${header}\r\n`);
    expect(request?.keepAlive).toBe(expected);
  });
});
