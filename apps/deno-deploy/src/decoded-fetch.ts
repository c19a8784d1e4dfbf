/** Deno's `fetch` with decoded responses, for the transport. */

/** The formats of `DecompressionStream` by content coding; Deno has brotli, which TypeScript does not list. */
const formats: ReadonlyMap<string, string> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'brotli'],
]);

/** Bytes that are decoded at a time: Deno decodes a whole chunk at once, and one byte may hold up to a thousand. */
const pieceBytes = 4_096;

/**
 * Calls `fetch` and decodes the body. Deno itself decodes nothing when the request has an `accept-encoding` of
 * `identity`, as those of core have, and some upstreams compress nevertheless. A response in another coding is left as
 * it is; the transport refuses it.
 */
export async function fetchDecoded(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init);
  const { status, headers, body } = response;
  const format = formats.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  if (format === undefined || body === null) return response;
  const decoder = new DecompressionStream(format as CompressionFormat);
  return new Response(body.pipeThrough(createSplitter()).pipeThrough(decoder), { status, headers });
}

function createSplitter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      for (let start = 0; start < chunk.byteLength; start += pieceBytes) {
        controller.enqueue(chunk.subarray(start, start + pieceBytes));
      }
    },
  });
}
