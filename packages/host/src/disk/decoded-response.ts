/**
 * Decodes the bodies of upstreams with `node:zlib`, which makes no more than is read: a few kilobytes of brotli, or the
 * `fetch` of a runtime that decodes ahead, can fill the memory. Used by the entries for Bun and Deno.
 */
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The decoders that every `fetch` has, by content coding. */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Decodes the body of a response whose `fetch` has not. Its headers stay as they are, as after a `fetch` that decodes. A
 * response in another coding is returned unchanged; the transport refuses it.
 */
export function decodeResponse(response: Response): Response {
  const { status, headers } = response;
  const create = decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  // Reading `body` makes a stream, from which Bun reads a whole body more slowly.
  if (create === undefined || response.body === null) return response;
  return new Response(decode(response.body, create()), { status, headers });
}

/** A decoder does nothing while nobody reads, because nothing is kept ahead of the reader. */
function decode(
  body: ReadableStream<Uint8Array>,
  decoder: Transform,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  decoder.once('close', () => {
    reader.cancel().catch(() => undefined);
  });
  // A failure is thrown by the decoder, too.
  pipeline(readPieces(reader), decoder, () => undefined);
  const decoded: AsyncIterator<Uint8Array<ArrayBuffer>, undefined> = decoder[
    Symbol.asyncIterator
  ]();
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await decoded.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
      cancel() {
        decoder.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* readPieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}
