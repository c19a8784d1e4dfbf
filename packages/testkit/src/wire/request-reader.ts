/** Reads HTTP requests from a connection; used by the scripted upstream. */
import type { ByteReader } from './byte-reader.ts';
import { joinBytes } from './bytes.ts';
import { readChunks, readCounted } from './chunked.ts';
import { gatherHeaders, MalformedMessageError, readMessageHead } from './head.ts';
import type { HeaderLine, HeaderRecord } from './head.ts';

/** A request as read from the connection. */
export interface WireRequest {
  readonly method: string;
  /** The request target as sent. */
  readonly target: string;
  readonly headerLines: readonly HeaderLine[];
  readonly headers: HeaderRecord;
  readonly content: Uint8Array;
  /** Whether the client allows the connection to be reused. */
  readonly keepAlive: boolean;
}

export interface RequestReading {
  /** Maximum bytes of content; more gets 413. */
  readonly maximumBytes: number;
  /** Called when the client waits for `100 Continue` (`expect: 100-continue`). */
  readonly sendContinue: () => void;
}

const headLimit = 64 * 1024;
const startPattern = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+) HTTP\/1\.([01])$/;

/** The number of bytes of content that follow, or `chunked`. @throws MalformedMessageError */
function readFraming(headers: HeaderRecord): number | 'chunked' {
  const length = headers['content-length'];
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) {
    if (length !== undefined) throw new MalformedMessageError('Two framings at once.');
    if (coding.toLowerCase() !== 'chunked') throw new MalformedMessageError('Unknown coding.');
    return 'chunked';
  }
  if (length === undefined) return 0;
  if (!/^\d{1,15}$/.test(length)) throw new MalformedMessageError('Malformed content-length.');
  return Number(length);
}

async function collectContent(
  pieces: AsyncGenerator<Uint8Array, boolean>,
  maximumBytes: number,
): Promise<Uint8Array | undefined> {
  const collected: Uint8Array[] = [];
  let length = 0;
  while (true) {
    const next = await pieces.next();
    if (next.done) return next.value ? joinBytes(collected) : undefined;
    length += next.value.length;
    if (length > maximumBytes) throw new MalformedMessageError('The content is too large.', 413);
    collected.push(next.value);
  }
}

function staysOpen(minor: string, headers: HeaderRecord): boolean {
  const options = (headers['connection'] ?? '').toLowerCase().split(/[ ,]+/);
  return minor === '1' ? !options.includes('close') : options.includes('keep-alive');
}

/**
 * Reads one request; `undefined` when the client ended the connection before its end.
 * Strict: a request that two readers could interpret differently is malformed.
 * @throws MalformedMessageError
 */
export async function readRequest(
  reader: ByteReader,
  reading: RequestReading,
): Promise<WireRequest | undefined> {
  const head = await readMessageHead(reader, headLimit);
  if (!head) return undefined;
  const [, method, target, minor] = startPattern.exec(head.startLine) ?? [];
  if (method === undefined || target === undefined || minor === undefined) {
    throw new MalformedMessageError('The request line is malformed.');
  }
  const headers = gatherHeaders(head.headerLines);
  if (minor === '1' && headers['host'] === undefined) {
    throw new MalformedMessageError('The host header is missing.');
  }
  const framing = readFraming(headers);
  if (headers['expect']?.toLowerCase() === '100-continue') reading.sendContinue();
  const pieces = framing === 'chunked' ? readChunks(reader) : readCounted(reader, framing);
  const content = await collectContent(pieces, reading.maximumBytes);
  if (!content) return undefined;
  const keepAlive = staysOpen(minor, headers);
  return { method, target, headerLines: head.headerLines, headers, content, keepAlive };
}
