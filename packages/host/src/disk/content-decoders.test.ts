import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentDecoders } from './content-decoders.ts';

const text = '{"model":"m"}'.repeat(100);

describe.each([
  ['gzip', gzipSync, 'incorrect header'],
  ['x-gzip', gzipSync, 'incorrect header'],
  ['br', brotliCompressSync, 'after the end'],
  ['zstd', zstdCompressSync, 'after the end'],
])('the decoder of %s', (coding, encode, reason) => {
  const decode = async (bytes: Uint8Array, limit: number) =>
    contentDecoders[coding]?.(new Uint8Array(bytes), limit);

  it('refuses a body that decodes to more than the limit', async () => {
    const bomb = encode(new Uint8Array(64 * 1024 * 1024));
    expect(bomb.byteLength).toBeLessThan(100_000);
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
    await expect(decode(longer, 10_000)).rejects.toThrow(reason);
  });

  it('decodes a body of exactly the limit', async () => {
    const decoded = await decode(encode(text), text.length);
    expect(new TextDecoder().decode(decoded)).toBe(text);
  });
});

describe('the decoder of gzip', () => {
  const decode = async (bytes: Uint8Array, limit: number) =>
    contentDecoders['gzip']?.(new Uint8Array(bytes), limit);
  const members = Buffer.concat([gzipSync(text), gzipSync(''), gzipSync(text)]);

  it('decodes a body of several members', async () => {
    const decoded = await decode(members, 2 * text.length);
    expect(new TextDecoder().decode(decoded)).toBe(text + text);
  });

  it('counts all members against the limit', async () => {
    await expect(decode(members, 2 * text.length - 1)).rejects.toThrow(RangeError);
  });

  it('refuses a damaged or a padded last member', async () => {
    const padded = Buffer.concat([members, new Uint8Array(10)]);
    for (const damaged of [members.subarray(0, -1), padded]) {
      const error = decode(damaged, 10_000);
      await expect(error).rejects.toThrow();
      await expect(error).rejects.not.toThrow(RangeError);
    }
  });
});
