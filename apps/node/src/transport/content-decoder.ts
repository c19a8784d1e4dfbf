/** Decompresses response bodies with a limit on their size; used by the dispatch handler. */
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import type { Flow } from './body-queue.ts';

/** Maximum decoded bytes of a body; an event stream may be longer. */
const maximumWhole = 16 * 1024 * 1024;
/** Maximum decoded bytes per encoded byte, checked once `ratioStart` bytes are decoded. */
const maximumRatio = 200;
const ratioStart = 1024 * 1024;

export type ContentCoding = 'gzip' | 'deflate' | 'br';

/** Receives the decoded bytes. */
export interface DecodedOutput {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

export interface DecoderOptions {
  readonly coding: ContentCoding;
  /** Whether the body is an event stream, which only the ratio limits. */
  readonly endless: boolean;
  /** The connection, which is paused while the decoder is busy. */
  readonly source: Flow;
  readonly output: DecodedOutput;
}

/**
 * Reads a `content-encoding` header.
 *
 * @throws Error for an unknown coding or more than one: each coding multiplies the size to which a small
 * body can grow
 */
export function parseContentCoding(header: string | null): ContentCoding | undefined {
  const coding = header?.trim().toLowerCase();
  if (!coding || coding === 'identity') return undefined;
  if (coding === 'gzip' || coding === 'x-gzip') return 'gzip';
  if (coding === 'deflate' || coding === 'br') return coding;
  throw new Error('The content coding is not supported.');
}

/** Decodes one content coding; bytes that the upstream flushed are decoded at once. */
export class ContentDecoder implements DecodedOutput, Flow {
  readonly #options: DecoderOptions;
  #stream: BrotliDecompress | Gunzip | Inflate | undefined;
  #coded = 0;
  #decoded = 0;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#coded += chunk.length;
    this.#stream ??= this.#open(chunk);
    if (this.#stream.write(chunk)) return;
    this.#options.source.pause();
    this.#stream.once('drain', () => {
      this.#options.source.resume();
    });
  }

  end(): void {
    if (this.#stream) this.#stream.end();
    else this.#options.output.end();
  }

  fail(error: Error): void {
    this.destroy();
    this.#options.output.fail(error);
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  destroy(): void {
    this.#stream?.destroy();
  }

  #open(first: Uint8Array): BrotliDecompress | Gunzip | Inflate {
    const stream = createStream(this.#options.coding, first[0] ?? 0);
    stream.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    stream.on('end', () => {
      this.#options.output.end();
    });
    stream.on('error', (error) => {
      this.#options.output.fail(error);
    });
    return stream;
  }

  #take(chunk: Buffer): void {
    this.#decoded += chunk.length;
    const tooLong = !this.#options.endless && this.#decoded > maximumWhole;
    const tooDense = this.#decoded > ratioStart && this.#decoded > this.#coded * maximumRatio;
    if (tooLong || tooDense) this.fail(new Error('The decoded answer is too large.'));
    else this.#options.output.push(chunk);
  }
}

/** Some servers send `deflate` without the zlib header that RFC 9110 section 8.4.1.2 requires. */
function createStream(coding: ContentCoding, firstByte: number) {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
