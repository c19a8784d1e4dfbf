/** Reads request bodies under a size limit and an idle limit; used by `parse` and the admin API. */
import { GatewayError } from '@parley/protocol';
import type { ExtensionContext } from '../../context.ts';
import type { ContentDecoder, HttpRequest } from '../../ports.ts';
import { findDecoder } from './content-coding.ts';
import type { Interruption } from './interruption.ts';
import { joinBytes } from './join-bytes.ts';

/** Bodies up to this size are read at once, which is faster than chunk by chunk. */
const smallBytes = 256 * 1024;

/** What a request body may be. */
export interface BodyOptions {
  /**
   * Also accepts a body without a content type or with `text/plain`, which a page of another site can send
   * without a preflight. Only for endpoints where a key in a header proves that none did; false by default.
   */
  readonly acceptsText?: boolean;
  /** Called with the size of each piece of the body, in bytes; what it throws ends the reading. */
  readonly count?: (bytes: number) => void;
  /** Ends the reading with its error. */
  readonly interruption?: Pick<Interruption, 'onInterrupt'>;
}

/**
 * Reads a JSON request body as text, under a size limit and an idle limit. An empty body needs no content type.
 * @throws GatewayError `too-large`, `unsupported`, `invalid-request`; `canceled` when the client disconnects;
 *   the error of the interruption
 */
export async function readBody(
  gateway: ExtensionContext,
  request: HttpRequest,
  options?: BodyOptions,
): Promise<string> {
  return decodeText(await readBytes(gateway, request, options));
}

/** Does the same without decoding the text. */
export async function readBytes(
  gateway: ExtensionContext,
  request: HttpRequest,
  { acceptsText = false, count = ignoreSize, interruption }: BodyOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { headers } = request;
  const type = headers.get('content-type');
  if (type !== null) checkType(type, acceptsText);
  const decode = findDecoder(gateway.decoders, headers.get('content-encoding'));
  const limit = gateway.limits.requestBytes;
  const declared = headers.get('content-length');
  if (Number(declared) > limit) throw tooLarge(limit);
  // The declared length is reliable: the host ends a request whose body is longer.
  const isSmall = declared !== null && Number(declared) <= smallBytes;
  const bytes = isSmall
    ? new Uint8Array(await withIdleLimit(gateway, request.arrayBuffer(), interruption))
    : await readInPieces(gateway, request, { count, interruption });
  if (isSmall) count(bytes.byteLength);
  if (bytes.byteLength > limit) throw tooLarge(limit);
  if (type === null && !acceptsText && bytes.byteLength > 0) throw notJson();
  if (decode === undefined) return bytes;
  const decoded = await decodeBytes(decode, bytes, limit);
  count(Math.max(0, decoded.byteLength - bytes.byteLength));
  return decoded;
}

function ignoreSize(): void {
  // Only requests to models count their bytes.
}

async function decodeBytes(
  decode: ContentDecoder,
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await decode(bytes, limit);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw tooLarge(limit);
    throw new GatewayError('invalid-request', 'The body does not have its content coding.', {
      reason: 'invalid_content_encoding',
      cause: thrown,
    });
  }
}

function checkType(type: string, acceptsText: boolean): void {
  if (!isJson(type) && !(acceptsText && isText(type))) throw notJson();
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}

function isText(type: string): boolean {
  return /^text\/plain\s*(?:;|$)/i.test(type);
}

interface PieceOptions {
  readonly count: (bytes: number) => void;
  readonly interruption: BodyOptions['interruption'];
}

async function readInPieces(
  gateway: ExtensionContext,
  request: HttpRequest,
  { count, interruption }: PieceOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await withIdleLimit(gateway, reader.read(), interruption);
      if (done) return joinBytes(pieces);
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

/** Shared by all bodies: each is decoded in one call, so no state is left in it. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws GatewayError `invalid-request` when the bytes are not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (thrown) {
    throw new GatewayError('invalid-request', 'The body is not valid UTF-8.', {
      reason: 'invalid_encoding',
      cause: thrown,
    });
  }
}

/** Not `Promise.race`, which creates several promises more. */
function withIdleLimit<Value>(
  gateway: ExtensionContext,
  reading: Promise<Value>,
  interruption: BodyOptions['interruption'],
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(bodyTimeout());
    }, gateway.limits.requestIdleMs);
    const stopListening = interruption?.onInterrupt((error) => {
      clearTimeout(timer);
      reject(error);
    });
    const end = (): void => {
      clearTimeout(timer);
      stopListening?.();
    };
    reading.then(
      (value) => {
        end();
        resolve(value);
      },
      (thrown: unknown) => {
        end();
        reject(brokenOff(gateway, thrown));
      },
    );
  });
}

/** A body breaks off when its client disconnects; Deno also breaks off those that still arrive when it shuts down. */
function brokenOff({ gate }: Pick<ExtensionContext, 'gate'>, cause: unknown): GatewayError {
  try {
    gate.checkOpen();
  } catch (thrown) {
    return GatewayError.from(thrown);
  }
  return new GatewayError('canceled', 'The client disconnected.', { cause });
}

function bodyTimeout(): GatewayError {
  return new GatewayError('invalid-request', 'The body did not arrive in time.', {
    reason: 'body_timeout',
  });
}

function notJson(): GatewayError {
  return new GatewayError('unsupported', 'Send the body as application/json.', {
    reason: 'unsupported_media_type',
  });
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError('too-large', `The request body is larger than ${String(limit)} bytes.`, {
    reason: 'request_too_large',
  });
}
