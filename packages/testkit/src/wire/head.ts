/** Reads and writes the heads of HTTP/1.1 messages. */
import { LineTooLongError, readLine } from './byte-reader.ts';
import type { ByteReader } from './byte-reader.ts';

/** A header line: its name in the sender's case, and its value. */
export type HeaderLine = readonly [name: string, value: string];

/** Headers by lower-case name; the values of a repeated header are joined with a comma. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** A message that is not valid HTTP/1.1. */
export class MalformedMessageError extends Error {
  /** The status of the error response, when the message is a request. */
  readonly status: 400 | 413 | 431;

  constructor(message: string, status: 400 | 413 | 431 = 400) {
    super(message);
    this.name = 'MalformedMessageError';
    this.status = status;
  }
}

/** The first line of a message and its headers. */
export interface MessageHead {
  readonly startLine: string;
  readonly headerLines: readonly HeaderLine[];
}

const headerPattern = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/;

/** Reads header lines up to the empty line. @throws MalformedMessageError */
async function readHeaderLines(reader: ByteReader, limit: number): Promise<HeaderLine[]> {
  const lines: HeaderLine[] = [];
  let left = limit;
  while (true) {
    const line = await readTextLine(reader, left);
    if (line === undefined) throw new MalformedMessageError('The head ends too early.');
    if (line === '') return lines;
    const [, name, value] = headerPattern.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new MalformedMessageError('A header line is malformed.');
    }
    lines.push([name, value]);
    left -= line.length + 2;
  }
}

/**
 * Reads one line without its CRLF; `undefined` when the connection ended first.
 * @throws MalformedMessageError when the line is too long or ends without a carriage return
 */
export async function readTextLine(reader: ByteReader, limit: number): Promise<string | undefined> {
  const line = await readLine(reader, Math.max(limit, 0)).catch((error: unknown) => {
    if (error instanceof LineTooLongError) throw new MalformedMessageError(error.message, 431);
    throw error;
  });
  if (line === undefined) return undefined;
  if (!line.endsWith('\r\n')) throw new MalformedMessageError('A line ends without CRLF.');
  return line.slice(0, -2);
}

/**
 * Reads the head of a message, at most `limit` bytes; `undefined` when the connection ended first.
 * @throws MalformedMessageError
 */
export async function readMessageHead(
  reader: ByteReader,
  limit: number,
): Promise<MessageHead | undefined> {
  const startLine = await readTextLine(reader, limit);
  if (startLine === undefined) return undefined;
  return { startLine, headerLines: await readHeaderLines(reader, limit - startLine.length) };
}

/** Groups header lines by name. A null prototype makes names such as `__proto__` safe. */
export function gatherHeaders(lines: readonly HeaderLine[]): HeaderRecord {
  const headers = Object.create(null) as Record<string, string>;
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const earlier = headers[key];
    headers[key] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  return headers;
}

/** Writes a head: start line, headers, empty line. */
export function writeMessageHead(head: MessageHead): string {
  const lines = head.headerLines.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${head.startLine}\r\n${lines.join('')}\r\n`;
}
