/** How much text an encoder may have to hold for an event until the reply ends; for the limit of translated streams. */
import { writeJson, type CanonicalEvent } from '@parley/protocol';

type Start = Extract<CanonicalEvent, { type: 'part-start' }>;

/** What is held for each part besides its text, roughly, in characters. */
const partLength = 200;

/**
 * The largest encoder writes a text four times more when it ends, but an image only once, and replies of several large
 * images exist.
 */
const mediaShare = 0.25;

/** In characters. Events that replace one another count nothing. */
export function keptLength(event: CanonicalEvent): number {
  switch (event.type) {
    case 'part-delta':
      return event.text.length;
    case 'part-citation':
      return writeJson(event.citation).length;
    case 'part-state':
      return writeJson(event.providerState).length;
    case 'logprobs':
      return writeJson({ ...event.logprobs }).length;
    case 'part-start':
      return partLength + headLength(event.part);
    default:
      return 0;
  }
}

function headLength(part: Start['part']): number {
  const isFile = part.type === 'media' && part.source.by === 'bytes';
  return isFile ? part.source.base64.length * mediaShare : writeJson(part).length;
}
