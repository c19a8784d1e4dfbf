// The frames that end a Chat Completions stream at its output limit, for the stream observer.
import type { JsonObject } from '../../../json/value.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ObserverTarget } from '../../../codec.ts';
import { writeFrame, writeJsonFrame } from '../../../sse/frame.ts';
import { chunkObject, endMark } from './grammar.ts';
import { encodeUsage } from '../usage.ts';

/**
 * The frames that end a stream at its output limit: a finish reason for every choice that has none, the usage
 * if it was requested, and the end marker.
 * @param last a chunk of the stream, whose head is repeated
 */
export function writeCut(
  last: JsonObject,
  {
    target,
    unfinished,
    usage,
  }: {
    readonly target: ObserverTarget;
    readonly unfinished: readonly number[];
    /** Absent if it has already been sent. */
    readonly usage?: Usage;
  },
): string {
  const { id = '', created = 0 } = last;
  const head = { id, object: chunkObject, created, model: target.model };
  const ends = unfinished.map((index) => ({
    ...head,
    choices: [{ index, delta: {}, finish_reason: 'length' }],
    ...(target.includeUsage && { usage: null }),
  }));
  const isWanted = target.includeUsage && usage !== undefined;
  const bills = isWanted ? [{ ...head, choices: [], usage: encodeUsage(usage) }] : [];
  const text = [...ends, ...bills].map((chunk) => writeJsonFrame(chunk)).join('');
  return text + writeFrame({ data: endMark });
}
