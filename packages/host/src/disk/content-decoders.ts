/** Decoders of request bodies that are those of `node:zlib`; used by the entries for Node, Bun, Deno and Lambda. */
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ContentDecoder } from '@parley/core';

/** The web platform refuses a body of several members, as tools that compress in parts write it (RFC 1952 section 2.2). */
const gzip = createDecoder(promisify(zlib.gunzip));

/** Gzip, Brotli and, where the runtime has it, Zstandard. */
export const contentDecoders: Readonly<Record<string, ContentDecoder>> = {
  gzip,
  'x-gzip': gzip,
  br: createDecoder(promisify(zlib.brotliDecompress)),
  ...('zstdDecompress' in zlib && { zstd: createDecoder(promisify(zlib.zstdDecompress)) }),
};

const trailingBytes = 'There are bytes after the end of the encoded body.';

/** What Node returns with the option `info`, which its types lack. */
interface Decoded {
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** `bytesWritten` are the encoded bytes that were read. */
  readonly engine: { readonly bytesWritten: number };
}

/** Runs in the thread pool. Node's error for a body beyond the limit is a `RangeError`. */
function createDecoder(
  decompress: (
    bytes: Uint8Array,
    options: { maxOutputLength: number; info: true },
  ) => Promise<unknown>,
): ContentDecoder {
  return async (bytes, maxOutputLength) => {
    const options = { maxOutputLength, info: true } as const;
    const { buffer, engine } = (await decompress(bytes, options)) as Decoded;
    if (engine.bytesWritten < bytes.byteLength) throw new Error(trailingBytes);
    return buffer;
  };
}
