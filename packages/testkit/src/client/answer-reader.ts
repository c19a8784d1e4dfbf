/** Reads HTTP responses from a connection; used by the raw client. */
import { StringDecoder } from 'node:string_decoder';
import type { ByteReader } from '../wire/byte-reader.ts';
import { joinBytes } from '../wire/bytes.ts';
import { readChunks, readCounted, readToEnd } from '../wire/chunked.ts';
import { gatherHeaders, MalformedMessageError, readMessageHead } from '../wire/head.ts';
import type { HeaderLine, HeaderRecord } from '../wire/head.ts';

/** The head of a response. */
export interface AnswerHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderRecord;
  readonly headerLines: readonly HeaderLine[];
}

/** A complete response. */
export interface RawAnswer extends AnswerHead {
  /** Heads of the interim responses (1xx) before it. */
  readonly interim: readonly AnswerHead[];
  /** The content without its framing, and as UTF-8 text. */
  readonly content: Uint8Array;
  readonly text: string;
  /** Whether the framing was complete. */
  readonly whole: boolean;
}

/** Reads responses from one connection, one after the other. */
export interface AnswerReader {
  readHead(): Promise<AnswerHead>;
  readPiece(): Promise<Uint8Array | undefined>;
  readUntil(text: string): Promise<string>;
  readAnswer(): Promise<RawAnswer>;
}

const headLimit = 4 * 1024 * 1024;
const startPattern = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/;

/**
 * Reads one head and the interim responses before it; `undefined` when the connection ended first.
 * @throws MalformedMessageError
 */
async function readAnswerHead(reader: ByteReader): Promise<AnswerHead | undefined> {
  const head = await readMessageHead(reader, headLimit);
  if (!head) return undefined;
  const [, status, reason = ''] = startPattern.exec(head.startLine) ?? [];
  if (status === undefined) throw new MalformedMessageError('The status line is malformed.');
  const { headerLines } = head;
  return { status: Number(status), reason, headers: gatherHeaders(headerLines), headerLines };
}

/** Reads the content after a head (RFC 9112 §6.3). Returns whether it was complete. */
function readAnswerContent(
  reader: ByteReader,
  head: AnswerHead,
): AsyncGenerator<Uint8Array, boolean> {
  const length = head.headers['content-length'];
  if (head.status === 204 || head.status === 304) return readCounted(reader, 0);
  if (head.headers['transfer-encoding'] !== undefined) return readChunks(reader);
  return length === undefined ? readToEnd(reader) : readCounted(reader, Number(length));
}

/** The state of a response that is being read. */
interface Reading {
  readonly head: AnswerHead;
  readonly pieces: readonly Uint8Array[];
  /** The content so far. */
  readonly text: string;
  /** Returns the next piece, or whether the content was complete once it has ended. */
  advance(): Promise<Uint8Array | boolean>;
}

function startReading(reader: ByteReader, head: AnswerHead): Reading {
  const content = readAnswerContent(reader, head);
  const decoder = new StringDecoder('utf8');
  const pieces: Uint8Array[] = [];
  let text = '';

  async function advance(): Promise<Uint8Array | boolean> {
    const next = await content.next();
    if (next.done) return next.value;
    pieces.push(next.value);
    text += decoder.write(next.value);
    return next.value;
  }

  return {
    head,
    pieces,
    advance,
    get text() {
      return text;
    },
  };
}

export function createAnswerReader(reader: ByteReader): AnswerReader {
  let reading: Reading | undefined;
  let interim: AnswerHead[] = [];

  async function readHead(): Promise<AnswerHead> {
    const head = await readAnswerHead(reader);
    if (!head) throw new Error('The connection ended before a whole head.');
    if (head.status < 200) interim.push(head);
    else reading = startReading(reader, head);
    return head;
  }

  async function open(): Promise<Reading> {
    while (!reading) await readHead();
    return reading;
  }

  /** Like `advance` of the reading; after the end the next response can be read. */
  async function advance(current: Reading): Promise<Uint8Array | boolean> {
    const next = await current.advance();
    if (typeof next === 'boolean') reading = undefined;
    return next;
  }

  async function readPiece(): Promise<Uint8Array | undefined> {
    const piece = await advance(await open());
    return typeof piece === 'boolean' ? undefined : piece;
  }

  async function readUntil(text: string): Promise<string> {
    const current = await open();
    for (let searched = 0; !current.text.includes(text, searched);) {
      searched = Math.max(0, current.text.length - text.length);
      const ended = typeof (await advance(current)) === 'boolean';
      if (ended) throw new Error(`The content ended before ${JSON.stringify(text)}.`);
    }
    return current.text;
  }

  async function readAnswer(): Promise<RawAnswer> {
    const current = await open();
    let whole = await advance(current);
    while (typeof whole !== 'boolean') whole = await advance(current);
    const content = joinBytes(current.pieces);
    const text = Buffer.from(content).toString('utf8');
    const earlier = interim;
    interim = [];
    return { ...current.head, interim: earlier, content, text, whole };
  }

  return { readHead, readPiece, readUntil, readAnswer };
}
