// The frames that end a Gemini generateContent stream at its output limit, for the stream observer.
import type { JsonObject } from '../../../json/value.ts';
import type { Usage } from '../../../canonical/usage.ts';
import { writeFrame } from '../../../sse/frame-writer.ts';
import { emptyPart } from '../reply/reply.ts';
import { frameOf } from './grammar.ts';
import { encodeUsage } from '../usage.ts';

/**
 * The chunk that ends a stream at its output limit; there is no other end marker.
 * @param last a chunk of the stream, whose head is repeated
 */
export function writeCut(
  last: JsonObject,
  { unfinished, usage }: { readonly unfinished: readonly number[]; readonly usage: Usage },
): string {
  if (unfinished.length === 0) return '';
  const { modelVersion, responseId } = last;
  const chunk = {
    candidates: unfinished.map((index) => ({
      content: { role: 'model', parts: [emptyPart] },
      finishReason: 'MAX_TOKENS',
      index,
    })),
    usageMetadata: { ...encodeUsage(usage) },
    ...(modelVersion !== undefined && { modelVersion }),
    ...(responseId !== undefined && { responseId }),
  };
  return writeFrame(frameOf(chunk));
}
