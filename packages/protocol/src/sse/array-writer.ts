// Writes frames as one JSON array, for callers of Gemini without server-sent events.
import type { SseFrame } from './frame.ts';

/** Writes one stream as one JSON array. Valid JSON once it is ended, however the stream ended. */
export interface ArrayWriter {
  /** The text of the next elements: the data of each frame, which is JSON. */
  write(frames: readonly SseFrame[]): string;
  /** What closes the array; nothing may be written after it. */
  end(): string;
}

/**
 * Writes the form in which Google answers `streamGenerateContent` without `alt=sse`: each element is
 * sent as soon as it is there, with the separator before it, so that no element waits for the next.
 */
export function createArrayWriter(): ArrayWriter {
  let isOpen = false;
  const separate = (): string => {
    if (isOpen) return ',\r\n';
    isOpen = true;
    return '[';
  };
  return {
    write: (frames) => frames.map(({ data }) => `${separate()}${data}\n`).join(''),
    end: () => (isOpen ? ']' : '[]'),
  };
}
