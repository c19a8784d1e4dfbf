/** The two formats of a streamed reply; chosen by the endpoint, written by reply streams. */
import { createArrayWriter, createFrameParser, writeFrames, type SseFrame } from '@parley/protocol';

/** Server-sent events, or the elements of one JSON array. */
export type StreamFormat = 'event-stream' | 'json-array';

/** Writes the frames of a stream as the text of its body. */
export interface FrameWriter {
  write(frames: readonly SseFrame[]): string;
  /** The same for frames that are already text. */
  writeText(text: string): string;
  /** The text after the last frame, which closes the format. */
  end(): string;
}

/** The `content-type` of each format. */
export const contentTypes: Readonly<Record<StreamFormat, string>> = {
  'event-stream': 'text/event-stream; charset=utf-8',
  'json-array': 'application/json',
};

const eventStream: FrameWriter = { write: writeFrames, writeText: (text) => text, end: () => '' };

/** @param rewrite changes the text of frames; called with whole frames */
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
