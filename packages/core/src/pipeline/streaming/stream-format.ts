/** The two forms of a streamed reply; chosen by the endpoint, written by reply streams. */
import { createArrayWriter, createFrameParser, writeFrames, type SseFrame } from '@parley/protocol';

/** As server-sent events, or as the elements of one JSON array. */
export type StreamFormat = 'event-stream' | 'json-array';

export interface FrameWriter {
  write(frames: readonly SseFrame[]): string;
  /** The same for frames that are text already. */
  writeText(text: string): string;
  /** What closes the format, after the last frame. */
  end(): string;
}

export const contentTypes: Readonly<Record<StreamFormat, string>> = {
  'event-stream': 'text/event-stream; charset=utf-8',
  'json-array': 'application/json',
};

const eventStream: FrameWriter = { write: writeFrames, writeText: (text) => text, end: () => '' };

/** @param rewrite changes the text of frames, which is given to it in whole frames */
export function createFrameWriter(
  format: StreamFormat,
  rewrite?: (text: string) => string,
): FrameWriter {
  const writer = format === 'event-stream' ? eventStream : createElementWriter();
  if (rewrite === undefined) return writer;
  return {
    write: (frames) => rewrite(writer.write(frames)),
    writeText: (text) => rewrite(writer.writeText(text)),
    end: () => writer.end(),
  };
}

function createElementWriter(): FrameWriter {
  const array = createArrayWriter();
  return {
    write: (frames) => array.write(frames),
    writeText: (text) => array.write(createFrameParser().push(new TextEncoder().encode(text))),
    end: () => array.end(),
  };
}
