/** Writes and reads the records of event streams and of streamed JSON arrays. */

/** One record of a server-sent event stream. */
export interface StreamFrame {
  readonly event?: string;
  readonly data: string;
}

/** Writes a record with LF line endings: `event:` if present, then one `data:` line per line. */
export function writeFrame(frame: StreamFrame): string {
  const event = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  const data = frame.data.split('\n').map((line) => `data: ${line}\n`);
  return `${event}${data.join('')}\n`;
}

/** Writes an element of a JSON array that is sent in pieces; the caller writes `]` at the end. */
export function writeElement(json: string, index: number): string {
  return `${index === 0 ? '[' : ',\r\n'}${json}\n`;
}

/** Splits a recorded stream after every empty line without changing a byte. */
export function cutFrames(text: string): readonly string[] {
  return text.split(/(?<=\n\r?\n|\r\r(?!\n))/).filter((piece) => piece !== '');
}

/**
 * Reads the records of a whole stream as the HTML Living Standard §9.2.6 describes, as a reference for other
 * readers. A record without its empty line is ignored.
 */
export function readFrames(text: string): readonly StreamFrame[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const frames: StreamFrame[] = [];
  let event: string | undefined;
  let data: string[] = [];
  for (const line of lines.slice(0, -1)) {
    const [, name, value = ''] = /^([^:]*)(?::[ ]?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
    if (line !== '') continue;
    if (data.length > 0) frames.push({ ...(event ? { event } : {}), data: data.join('\n') });
    event = undefined;
    data = [];
  }
  return frames;
}
