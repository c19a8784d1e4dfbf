/** Reads request bodies under a size limit and an idle limit; used by `parse` and the admin API. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';

/** Bodies up to this size are read at once, which is faster than chunk by chunk. */
const smallBytes = 256 * 1024;

/** Called with the size of each piece of a body, in bytes; what it throws ends the reading. */
export type CountBytes = (bytes: number) => void;

/**
 * Reads a request body as text, under a size limit and an idle limit.
 * @throws GatewayError `too-large`, `unsupported` or `invalid-request`
 */
export async function readBody(
  gateway: GatewayContext,
  request: Request,
  count: CountBytes = () => undefined,
): Promise<string> {
  checkBodyHeaders(gateway, request.headers);
  const bytes = isDeclaredSmall(request)
    ? await readAtOnce(gateway, request, count)
    : await readInPieces(gateway, request, count);
  if (bytes.byteLength > gateway.limits.requestBytes) throw tooLarge(gateway.limits.requestBytes);
  return decodeText(bytes);
}

/** The declared length is reliable: the host ends a request whose body is longer. */
function isDeclaredSmall({ headers }: Request): boolean {
  const declared = headers.get('content-length');
  return declared !== null && Number(declared) <= smallBytes;
}

async function readAtOnce(
  gateway: GatewayContext,
  request: Request,
  count: CountBytes,
): Promise<ArrayBuffer> {
  const bytes = await withIdleLimit(gateway, request.arrayBuffer());
  count(bytes.byteLength);
  return bytes;
}

async function readInPieces(
  gateway: GatewayContext,
  request: Request,
  count: CountBytes,
): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await withIdleLimit(gateway, reader.read());
      if (done) return joinPieces(pieces, length);
      length += value.byteLength;
      if (length > gateway.limits.requestBytes) throw tooLarge(gateway.limits.requestBytes);
      count(value.byteLength);
      pieces.push(value);
    }
  } catch (thrown) {
    reader.cancel().catch(() => undefined);
    throw thrown;
  }
}

function joinPieces(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.byteLength;
  }
  return whole;
}

function decodeText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    throw new GatewayError('invalid-request', 'The body is not valid UTF-8.', {
      reason: 'invalid_encoding',
      cause: thrown,
    });
  }
}

async function withIdleLimit<Value>(
  gateway: GatewayContext,
  reading: Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new GatewayError('invalid-request', 'The body did not arrive in time.', {
          reason: 'body_timeout',
        }),
      );
    }, gateway.limits.requestIdleMs);
  });
  try {
    return await Promise.race([reading, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects a body by its headers alone, before any of it is read.
 * @throws GatewayError `too-large` or `unsupported`
 */
function checkBodyHeaders(gateway: GatewayContext, headers: Headers): void {
  const type = headers.get('content-type');
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new GatewayError('unsupported', 'Send the body as application/json.', {
      reason: 'unsupported_media_type',
    });
  }
  const coding = headers.get('content-encoding');
  if (coding !== null && coding.toLowerCase() !== 'identity') {
    throw new GatewayError('unsupported', 'Send the body without a content coding.', {
      reason: 'unsupported_content_encoding',
    });
  }
  const length = Number(headers.get('content-length') ?? 0);
  if (length > gateway.limits.requestBytes) throw tooLarge(gateway.limits.requestBytes);
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError('too-large', `The request body is larger than ${String(limit)} bytes.`, {
    reason: 'request_too_large',
  });
}
