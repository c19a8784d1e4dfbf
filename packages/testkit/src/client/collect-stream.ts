import { readFrames } from '../replies/frames.ts';
import type { StreamFrame } from '../replies/frames.ts';

/** A streamed answer, read to its end. */
export interface CollectedStream {
  /** The chunks as they came. */
  readonly chunks: readonly Uint8Array[];
  readonly text: string;
  /** The records that came whole. */
  readonly frames: readonly StreamFrame[];
  /** What the body threw instead of ending; `undefined` when it ended normally. */
  readonly error: unknown;
}

/** Reads the body of a `Response` to its end. A broken body does not throw: its error is told. */
export async function collectStream(response: Response): Promise<CollectedStream> {
  const chunks: Uint8Array[] = [];
  const body: AsyncIterable<Uint8Array> | null = response.body;
  let error: unknown;
  try {
    for await (const chunk of body ?? []) chunks.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { chunks, text, frames: readFrames(text), error };
}
