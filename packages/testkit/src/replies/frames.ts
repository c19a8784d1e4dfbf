/** One record of a server-sent event stream. */
export interface StreamFrame {
  readonly event?: string;
  readonly data: string;
}

/** Writes a record with LF line ends: `event:` if it has one, then a `data:` line per line. */
export function writeFrame(frame: StreamFrame): string {
  const event = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  const data = frame.data.split('\n').map((line) => `data: ${line}\n`);
  return `${event}${data.join('')}\n`;
}

/** Writes an element of a JSON array that is sent piece by piece; `]` is left to the end. */
export function writeElement(json: string, index: number): string {
  return `${index === 0 ? '[' : ',\r\n'}${json}\n`;
}

/**
 * Cuts recorded stream text behind every empty line, without changing a byte: the pieces joined
 * are the text.
 */
export function cutFrames(text: string): readonly string[] {
  return text.split(/(?<=\n\r?\n|\r\r(?!\n))/).filter((piece) => piece !== '');
}

/**
 * Reads a whole stream's records the plain way, as the HTML Living Standard §9.2.6 describes: a
 * reference to check other readers against. A record without its empty line does not count.
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
