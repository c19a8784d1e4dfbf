import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findDecoder, webDecoders } from './content-coding.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const decode = (bytes: Uint8Array, limit: number) =>
  findDecoder(webDecoders, 'gzip')?.(new Uint8Array(bytes), limit);

describe('a decoder of the web platform', () => {
  it('stops at the limit', async () => {
    await expect(decode(gzipSync(new Uint8Array(1_000)), 999)).rejects.toThrow(
      new RangeError('The decoded body is too large.'),
    );
  });

  it('never gives a runtime more than it can hold decoded', async () => {
    const sizes: number[] = [];
    const counting = class extends TransformStream<Uint8Array, Uint8Array> {
      constructor() {
        super({
          transform(chunk, controller) {
            sizes.push(chunk.byteLength);
            controller.enqueue(new Uint8Array(chunk.byteLength * 1_000));
          },
        });
      }
    };
    vi.stubGlobal('DecompressionStream', counting);
    await expect(decode(new Uint8Array(1_000_000), 100_000)).rejects.toThrow(RangeError);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
    expect(sizes.length).toBeLessThan(5);
  });

  it('decodes a body of many pieces, and an empty one', async () => {
    const body = randomBytes(100_000);
    expect(await decode(gzipSync(body), body.length)).toEqual(new Uint8Array(body));
    expect(await decode(gzipSync(''), 10)).toEqual(new Uint8Array());
  });
});

describe('the content coding of a request body', () => {
  it.each([null, '', ' ', 'identity', ' Identity '])('is none for "%s"', (header) => {
    expect(findDecoder(webDecoders, header)).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync('{}')],
    [' GZip ', gzipSync('{}')],
    ['x-gzip', gzipSync('{}')],
    ['deflate', deflateSync('{}')],
  ])('may be "%s"', async (header, bytes) => {
    const decoded = await findDecoder(webDecoders, header)?.(new Uint8Array(bytes), 2);
    expect(new TextDecoder().decode(decoded)).toBe('{}');
  });

  it.each(['zstd', 'gzip, gzip', 'toString'])('is refused when it is %s', (header) => {
    expect(() => findDecoder(webDecoders, header)).toThrow(
      expect.objectContaining({
        ...{ code: 'unsupported', reason: 'unsupported_content_encoding' },
        message: 'Send the body without a content coding, or with one of gzip, x-gzip, deflate.',
      }),
    );
  });
});
