// Writes frames as one JSON array, for Gemini clients that do not use server-sent events.
import type { SseFrame } from './frame.ts';

/** Writes one stream as one JSON array. The output is valid JSON after `end`, however the stream ended. */
export interface ArrayWriter {
  /** Returns the text of the next elements: the data of each frame, which is JSON. */
  write(frames: readonly SseFrame[]): string;
  /** Returns the closing bracket; do not call `write` afterwards. */
  end(): string;
}

/**
 * Writes the form in which Google responds to `streamGenerateContent` without `alt=sse`. Each element is sent
 * at once, with the separator before it, so that no element waits for the next.
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
