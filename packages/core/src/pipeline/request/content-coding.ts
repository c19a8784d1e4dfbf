/** Decodes the content codings of request bodies; used by `body`. */
import { GatewayError } from '@parley/protocol';
import type { ContentDecoder } from '../../ports.ts';
import { joinBytes } from './join-bytes.ts';

/** The decoders of a gateway, by the name of the coding in lower case. */
export type ContentDecoders = Readonly<Record<string, ContentDecoder>>;

const gzip = createWebDecoder('gzip');

/** The codings that the web platform decodes. A host may add others. */
export const webDecoders: ContentDecoders = {
  gzip,
  'x-gzip': gzip,
  deflate: createWebDecoder('deflate'),
};

/**
 * Finds the decoder of a request body; `undefined` for a body without a coding. Several codings in a row are
 * refused, because each multiplies the size to which a small body can grow.
 * @param header the value of `content-encoding`
 * @throws GatewayError `unsupported`
 */
export function findDecoder(
  decoders: ContentDecoders,
  header: string | null,
): ContentDecoder | undefined {
  const coding = header?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  if (Object.hasOwn(decoders, coding)) return decoders[coding];
  const known = Object.keys(decoders).join(', ');
  const message = `Send the body without a content coding, or with one of ${known}.`;
  throw new GatewayError('unsupported', message, { reason: 'unsupported_content_encoding' });
}

function createWebDecoder(format: CompressionFormat): ContentDecoder {
  return async (bytes, limit) => {
    const decoded = streamPieces(bytes).pipeThrough(new DecompressionStream(format));
    return collectBytes(decoded.getReader(), limit);
  };
}

/** Bytes that are decoded at a time. One byte of deflate holds up to a thousand, so this holds some MiB. */
const pieceBytes = 4_096;

/** Some runtimes decode a whole chunk at once, however large it grows, so a body is fed in small ones. */
function streamPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let start = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (start < bytes.byteLength) controller.enqueue(bytes.subarray(start, start + pieceBytes));
        else controller.close();
        start += pieceBytes;
      },
    },
    { highWaterMark: 0 },
  );
}

/** @throws RangeError when there are more bytes than the limit; the rest is not decoded */
async function collectBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(pieces);
    length += value.byteLength;
    pieces.push(value);
    if (length <= limit) continue;
    await reader.cancel();
    throw new RangeError('The decoded body is too large.');
  }
}
