import { createArrayWriter, createFrameParser, writeFrames, type SseFrame } from '@parley/protocol';

/** How a caller gets its frames: as an event stream, or as the elements of one JSON array. */
export type FrameForm = 'event-stream' | 'json-array';

/** Writes frames in one form. */
export interface FormWriter {
  readonly contentType: string;
  write(frames: readonly SseFrame[]): string;
  /** The same for frames that are text already. */
  writeText(text: string): string;
  /** What closes the form, after the last frame. */
  end(): string;
}

const eventStream: FormWriter = {
  contentType: 'text/event-stream; charset=utf-8',
  write: writeFrames,
  writeText: (text) => text,
  end: () => '',
};

export function createFormWriter(form: FrameForm): FormWriter {
  if (form === 'event-stream') return eventStream;
  const array = createArrayWriter();
  return {
    contentType: 'application/json',
    write: (frames) => array.write(frames),
    writeText: (text) => array.write(createFrameParser().push(new TextEncoder().encode(text))),
    end: () => array.end(),
  };
}
