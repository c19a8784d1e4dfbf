import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { decodeResponse } from './decoded-response.ts';

const plain = Buffer.from('{"text":"Gütén Mörgen"}');

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

const codings = [
  ['gzip', gzipSync],
  ['X-Gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  [' br ', (bytes: Uint8Array) => brotliCompressSync(bytes, quickly)],
] as const;

function respond(coding: string, body: Uint8Array | ReadableStream<Uint8Array>): Response {
  const headers = { 'content-encoding': coding, 'x-other': 'kept' };
  return decodeResponse(new Response(body as BodyInit, { status: 201, headers }));
}

describe('a response of an upstream', () => {
  it.each(codings)('is decoded from %s', async (coding, encode) => {
    const response = respond(coding, encode(plain));
    expect([response.status, response.headers.get('x-other')]).toEqual([201, 'kept']);
    expect(await response.text()).toBe(plain.toString());
  });

  it.each(['zstd', 'gzip, gzip', 'identity', ''])('is left as it is with %j', async (coding) => {
    expect(await respond(coding, plain).text()).toBe(plain.toString());
  });

  it('without a coding gets no stream of its body', () => {
    const response = new Response(plain);
    const body = vi.spyOn(response, 'body', 'get');
    expect(decodeResponse(response)).toBe(response);
    expect(body).not.toHaveBeenCalled();
  });

  it('without a body stays one', () => {
    const headers = { 'content-encoding': 'gzip' };
    const response = new Response(null, { status: 204, headers });
    expect(decodeResponse(response)).toBe(response);
  });

  it('fails when it does not have its coding, or breaks off', async () => {
    await expect(respond('gzip', plain).text()).rejects.toThrow();
    await expect(respond('gzip', gzipSync(plain).subarray(0, 20)).text()).rejects.toThrow();
  });

  it.each(codings)('is decoded no further than it is read: %s', async (coding, encode) => {
    const reader = respond(coding, encode(Buffer.alloc(64 * 1024 * 1024))).body?.getReader();
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    for (let count = 0; count < 3; count += 1) {
      const step = await reader?.read();
      expect(step?.value?.byteLength).toBeLessThanOrEqual(64 * 1024);
    }
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    expect(after - before).toBeLessThan(16 * 1024 * 1024);
    await reader?.cancel();
  });

  it('ends its connection when its reader leaves before the first byte', async () => {
    const cancel = vi.fn();
    const reader = respond('gzip', new ReadableStream<Uint8Array>({ cancel })).body?.getReader();
    const reading = reader?.read();
    await reader?.cancel();
    expect(await reading).toMatchObject({ done: true });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('ends its connection when its reader leaves', async () => {
    const cancel = vi.fn();
    const coded = gzipSync(Buffer.alloc(1024 * 1024));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(coded.subarray(0, -8)),
      cancel,
    });
    const reader = respond('gzip', body).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => cancel.mock.calls.length).toBe(1);
  });
});
