import { brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentDecoders } from './content-decoders.ts';

const text = '{"model":"m"}'.repeat(100);

describe.each([
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('the decoder of %s', (coding, encode) => {
  const decode = async (bytes: Uint8Array, limit: number) =>
    contentDecoders[coding]?.(new Uint8Array(bytes), limit);

  it('refuses a body that decodes to more than the limit', async () => {
    const bomb = encode(new Uint8Array(64 * 1024 * 1024));
    expect(bomb.byteLength).toBeLessThan(10_000);
    await expect(decode(bomb, 1_000_000)).rejects.toThrow(RangeError);
    await expect(decode(encode(text), text.length - 1)).rejects.toThrow(RangeError);
  });

  it('refuses a damaged body', async () => {
    const error = decode(encode(text).subarray(0, 8), 10_000);
    await expect(error).rejects.toThrow();
    await expect(error).rejects.not.toThrow(RangeError);
    await expect(decode(new TextEncoder().encode(text), 10_000)).rejects.not.toThrow(RangeError);
  });

  it('refuses a body with bytes after its end', async () => {
    const longer = Buffer.concat([encode(text), Buffer.from('{}')]);
    await expect(decode(longer, 10_000)).rejects.toThrow('after the end');
  });

  it('decodes a body of exactly the limit', async () => {
    const decoded = await decode(encode(text), text.length);
    expect(new TextDecoder().decode(decoded)).toBe(text);
  });
});
