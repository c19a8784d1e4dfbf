import type { Opaque } from '../canonical/opaque.ts';
import type { Part } from '../canonical/part.ts';

/** A part as words, without what a dialect may spell in its own way. */
export function wordsOf(part: Part): string {
  switch (part.type) {
    case 'call':
      return `call ${part.id} ${part.name} ${part.arguments}${stateOf(part.opaque)}`;
    case 'result':
      return `result ${part.callId} ${part.content.map(wordsOf).join(' ')}`;
    case 'reasoning':
      return `reasoning ${part.text}${stateOf(part.opaque)}`;
    case 'text':
    case 'refusal':
      return `text ${part.text}`;
    case 'media':
    case 'server':
    case 'unknown':
      return part.type;
  }
}

/** Plain state only repeats the text beside it. */
function stateOf(opaque: Opaque | undefined): string {
  return opaque === undefined || opaque.kind === 'plain' ? '' : ` ${opaque.vendor} ${opaque.data}`;
}
