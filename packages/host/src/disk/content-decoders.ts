/** Decoders of request bodies that only `node:zlib` has; used by the entries for Node, Bun, Deno and Lambda. */
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ContentDecoder } from '@parley/core';

/** Brotli and, where the runtime has it, Zstandard. */
export const contentDecoders: Readonly<Record<string, ContentDecoder>> = {
  br: createDecoder(promisify(zlib.brotliDecompress)),
  ...('zstdDecompress' in zlib && { zstd: createDecoder(promisify(zlib.zstdDecompress)) }),
};

/** Runs in the thread pool. Node's error for a body beyond the limit is a `RangeError`. */
function createDecoder(
  decompress: (
    bytes: Uint8Array,
    options: { maxOutputLength: number },
  ) => Promise<Uint8Array<ArrayBuffer>>,
): ContentDecoder {
  return (bytes, maxOutputLength) => decompress(bytes, { maxOutputLength });
}
