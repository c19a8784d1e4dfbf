// A strict reader of event streams, as the specification requires.

/** One event. */
export interface Frame {
  /** The value of `event: `; `undefined` without one. */
  readonly event: string | undefined;
  /** The value of `data: `. */
  readonly data: string;
}

export interface EventStream {
  readonly frames: readonly Frame[];
  /** Comments, without the colon and the space. */
  readonly comments: readonly string[];
  /** Lines that do not follow the specification. */
  readonly faults: readonly string[];
}

/** Reads a whole stream: events end with a blank line, fields are `name: value`. */
export function readEventStream(text: string): EventStream {
  const frames: Frame[] = [];
  const comments: string[] = [];
  const faults: string[] = [];
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  if (rest !== '') faults.push(`The last event is not ended: ${quote(rest)}`);
  for (const block of blocks) {
    const lines = block.split('\n');
    for (const line of lines) {
      if (line.startsWith(':')) comments.push(line.slice(1).trim());
      else if (!/^(?:event|data|id|retry): /.test(line)) faults.push(`No field: ${quote(line)}`);
    }
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
    if (data.length > 1) faults.push(`Data over several lines: ${quote(block)}`);
    const event = lines.find((line) => line.startsWith('event: '))?.slice(7);
    if (data.length > 0) frames.push({ event, data: data.join('\n') });
    else if (event !== undefined) faults.push(`An event without data: ${quote(block)}`);
  }
  return { frames, comments, faults };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
