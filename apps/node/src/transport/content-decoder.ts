/** Decompresses response bodies with a limit on their size; used by the dispatch handler. */
import {
  constants,
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
  /** Why the body breaks off, once what came before it is decoded. */
  #failure: Error | undefined;

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

  /** What an event stream has sent until then is decoded first; of a whole body it is of no use. */
  fail(error: Error): void {
    if (this.#stream !== undefined && this.#options.endless) {
      this.#failure = error;
      this.#stream.end();
    } else this.#break(error);
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
    const stream = createStream(this.#options, first[0] ?? 0);
    stream.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    stream.on('end', () => {
      if (this.#failure === undefined) this.#options.output.end();
      else this.#options.output.fail(this.#failure);
    });
    stream.on('error', (error) => {
      this.#options.output.fail(this.#failure ?? error);
    });
    return stream;
  }

  #break(error: Error): void {
    this.destroy();
    this.#options.output.fail(error);
  }

  #take(chunk: Buffer): void {
    this.#decoded += chunk.length;
    const tooLong = !this.#options.endless && this.#decoded > maximumWhole;
    const tooDense = this.#decoded > ratioStart && this.#decoded > this.#coded * maximumRatio;
    if (tooLong || tooDense) this.#break(new Error('The decoded answer is too large.'));
    else this.#options.output.push(chunk);
  }
}

/**
 * Some servers send `deflate` without the zlib header that RFC 9110 section 8.4.1.2 requires. Where the coding of an event
 * stream breaks off, zlib would keep the last bytes to itself: the stream's own end mark tells whether it is whole.
 */
function createStream(
  { coding, endless }: Pick<DecoderOptions, 'coding' | 'endless'>,
  firstByte: number,
) {
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
  if (coding === 'br') {
    return createBrotliDecompress(endless ? { finishFlush: BROTLI_OPERATION_FLUSH } : {});
  }
  const options = endless ? { finishFlush: Z_SYNC_FLUSH } : {};
  if (coding === 'gzip') return createGunzip(options);
  return (firstByte & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options);
}
