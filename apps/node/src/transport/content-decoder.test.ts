import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContentDecoder, parseContentCoding, type DecoderOptions } from './content-decoder.ts';

/** Milliseconds after which what is waited for will never come, also on a busy machine. */
const patienceMs = 30_000;

/** What it did with the connection. */
let flow: string[] = [];
let ends: string[] = [];
let decoded = 0;

beforeEach(() => {
  [flow, ends, decoded] = [[], [], 0];
});

const opened: ContentDecoder[] = [];
afterEach(() => {
  for (const decoder of opened.splice(0)) decoder.destroy();
});

function open(options: Partial<DecoderOptions> = {}): ContentDecoder {
  const decoder = new ContentDecoder({
    ...{ coding: 'gzip', endless: false, ...options },
    source: { pause: () => flow.push('pause'), resume: () => flow.push('resume') },
    output: {
      push: ({ length }) => (decoded += length),
      end: () => ends.push('end'),
      fail: ({ message }) => ends.push(message),
    },
  });
  opened.push(decoder);
  return decoder;
}

/** Decodes a whole body. Resolves with how it ended. */
async function decode(body: Uint8Array, options: Partial<DecoderOptions> = {}) {
  const decoder = open(options);
  decoder.push(body);
  decoder.end();
  await vi.waitFor(() => {
    expect(ends).toHaveLength(1);
  }, patienceMs);
  return ends[0];
}

const tooLarge = 'The decoded answer is too large.';
const whole = 16 * 1024 * 1024;

/** Zeros in gzip, whose header has a comment (RFC 1952, section 2.3) that makes it as long as `coded`. */
function compress(length: number, coded: number): Buffer {
  const plain = gzipSync(Buffer.alloc(length));
  const head = Buffer.from(plain.subarray(0, 10));
  head[3] = 0x10;
  const comment = 'c'.repeat(coded - plain.length - 1);
  return Buffer.concat([head, Buffer.from(`${comment}\0`), plain.subarray(10)]);
}

describe('the coding of an answer', () => {
  it.each([null, '', ' ', 'identity'])('is none when the header says %j', (header) => {
    expect(parseContentCoding(header)).toBeUndefined();
  });

  it.each([
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    [' GZip ', 'gzip'],
    ['deflate', 'deflate'],
    ['br', 'br'],
  ])('%j is %s', (header, coding) => {
    expect(parseContentCoding(header)).toBe(coding);
  });

  it.each(['snappy', 'gzip, br', 'identity, gzip'])('may not be %j', (header) => {
    const error = new Error('The content coding is not supported.');
    expect(() => parseContentCoding(header)).toThrow(error);
  });
});

describe('a compressed answer that is too large', () => {
  it('fails beyond 16 MiB', async () => {
    const coded = 200_000;
    expect(await decode(compress(whole + 1, coded))).toBe(tooLarge);
    expect(decoded).toBeLessThanOrEqual(whole);
  });

  it('may have 16 MiB', async () => {
    expect(await decode(compress(whole, 200_000))).toBe('end');
    expect(decoded).toBe(whole);
  });

  it('may be longer as an event stream', async () => {
    expect(await decode(compress(whole + 1, 200_000), { endless: true })).toBe('end');
    expect(decoded).toBe(whole + 1);
  });

  it.each([false, true])(
    'fails beyond 200 times its coded size: event stream %s',
    async (endless) => {
      expect(await decode(compress(2_000_001, 10_000), { endless })).toBe(tooLarge);
    },
  );

  it('may have 200 times its coded size', async () => {
    expect(await decode(compress(2_000_000, 10_000))).toBe('end');
  });

  it('may have any multiple of its coded size up to 1 MiB', async () => {
    expect(await decode(compress(1024 * 1024, 3_000))).toBe('end');
  });

  it('fails beyond a multiple of its coded size just after 1 MiB', async () => {
    expect(await decode(compress(1024 * 1024 + 1, 3_000))).toBe(tooLarge);
  });

  it('is measured by all that was received, not by its last piece', async () => {
    const body = compress(2_000_000, 10_000);
    const decoder = open();
    for (const at of [0, 4_000, 8_000]) decoder.push(body.subarray(at, at + 4_000));
    decoder.end();
    await vi.waitFor(() => {
      expect(ends).toEqual(['end']);
    }, patienceMs);
    expect(decoded).toBe(2_000_000);
  });
});

describe('a compressed answer', () => {
  it.each([
    ['with the header of zlib', deflateSync],
    ['without it', deflateRawSync],
  ])('may be in deflate %s', async (_what, encode) => {
    expect(await decode(encode('a'.repeat(1_000)), { coding: 'deflate' })).toBe('end');
    expect(decoded).toBe(1_000);
  });

  it('that is empty ends', () => {
    open().end();
    expect(ends).toEqual(['end']);
  });

  it('that is damaged fails', async () => {
    expect(await decode(Buffer.from('no gzip'))).toBe('incorrect header check');
  });

  it('that is broken off fails with the reason, and gives no more bytes', async () => {
    const decoder = open();
    decoder.push(gzipSync('late'));
    decoder.fail(new Error('broken'));
    await nextTurn();
    await nextTurn();
    expect([ends, decoded]).toEqual([['broken'], 0]);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(70), { finishFlush: constants.Z_SYNC_FLUSH })],
    ['deflate', deflateSync(Buffer.alloc(70), { finishFlush: constants.Z_SYNC_FLUSH })],
    ['br', brotliCompressSync(Buffer.alloc(70), { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ] as const)(
    'in %s gives all that came of an event stream before its end',
    async (coding, body) => {
      expect(await decode(body, { coding, endless: true })).toBe('end');
      expect(decoded).toBe(70);
      ends = [];
      const decoder = open({ coding, endless: true });
      decoder.push(body);
      decoder.fail(new Error('broken'));
      await vi.waitFor(() => {
        expect([ends, decoded]).toEqual([['broken'], 140]);
      }, patienceMs);
    },
  );

  it('that nobody wants is not decoded', async () => {
    const decoder = open();
    decoder.destroy();
    decoder.push(gzipSync('first'));
    decoder.destroy();
    await nextTurn();
    await nextTurn();
    expect([ends, decoded]).toEqual([[], 0]);
  });

  it('pauses the connection while it is being decoded, and resumes it afterwards', async () => {
    const body = gzipSync(Buffer.alloc(200_000), { level: 0 });
    const decoder = open();
    decoder.push(body.subarray(0, 100));
    expect(flow).toEqual([]);
    decoder.push(body.subarray(100));
    expect(flow).toEqual(['pause']);
    await vi.waitFor(() => {
      expect(flow).toEqual(['pause', 'resume']);
    }, patienceMs);
  });

  it('waits for a reader that is slow', async () => {
    const decoder = open();
    decoder.pause();
    decoder.push(gzipSync(Buffer.alloc(100)));
    decoder.pause();
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(decoded).toBe(0);
    decoder.resume();
    await vi.waitFor(() => {
      expect(decoded).toBe(100);
    }, patienceMs);
  });
});
