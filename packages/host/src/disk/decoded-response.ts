/**
 * Decodes the bodies of upstreams with `node:zlib`, which makes no more than is read: a few kilobytes of brotli, or the
 * `fetch` of a runtime that decodes ahead, can fill the memory. Used by the entries for Bun and Deno.
 */
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Makes the decoder of a body that begins with this byte. */
type CreateDecoder = (firstByte: number | undefined) => Transform;

/** The decoders that every `fetch` has, by content coding. */
const decoders: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', createDeflateDecoder],
  ['br', () => createBrotliDecompress()],
]);

/** The method that a zlib header names in the lower half of its first byte: deflate (RFC 1950 section 2.2). */
const deflateMethod = 8;

/** Some servers send `deflate` without the zlib header that RFC 9110 section 8.4.1.2 requires. */
function createDeflateDecoder(firstByte = deflateMethod): Transform {
  return (firstByte & 0x0f) === deflateMethod ? createInflate() : createInflateRaw();
}

/**
 * Decodes the body of a response whose `fetch` has not. Its headers stay as they are, as after a `fetch` that decodes. A
 * response in another coding is returned unchanged; the transport refuses it.
 */
export function decodeResponse(response: Response): Response {
  const { status, headers } = response;
  const create = decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  // Reading `body` makes a stream, from which Bun reads a whole body more slowly.
  if (create === undefined || response.body === null) return response;
  return new Response(decode(response.body, create), { status, headers });
}

/** A decoder does nothing while nobody reads, because nothing is kept ahead of the reader. */
function decode(
  body: ReadableStream<Uint8Array>,
  create: CreateDecoder,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const decoded = decodePieces(reader, create);
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await decoded.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
      async cancel(reason) {
        await reader.cancel(reason);
        await decoded.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* decodePieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  create: CreateDecoder,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const first = await reader.read();
  const decoder = create(first.value?.[0]);
  decoder.once('close', () => {
    reader.cancel().catch(() => undefined);
  });
  // A failure is thrown by the decoder, too.
  pipeline(readPieces(reader, first), decoder, () => undefined);
  yield* decoder as AsyncIterable<Uint8Array<ArrayBuffer>>;
}

async function* readPieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: ReadableStreamReadResult<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let step = first; !step.done; step = await reader.read()) yield step.value;
}
