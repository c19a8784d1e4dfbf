/** Reads a streamed response to its end, for tests. */
import { readFrames } from '../replies/frames.ts';
import type { StreamFrame } from '../replies/frames.ts';

/** A streamed response that was read to its end. */
export interface CollectedStream {
  /** The chunks as received. */
  readonly chunks: readonly Uint8Array[];
  readonly text: string;
  /** The complete records. */
  readonly frames: readonly StreamFrame[];
  /** The error of the body; `undefined` when it ended normally. */
  readonly error: unknown;
}

/** Reads the body of a `Response` to its end. Returns the error of a broken body instead of throwing it. */
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
