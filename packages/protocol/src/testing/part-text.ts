// The text of a part, for tests.
import type { ProviderState } from '../canonical/provider-state.ts';
import type { Part } from '../canonical/part.ts';

/** A part as text, without anything that a dialect may write in its own way. */
export function textOfPart(part: Part): string {
  switch (part.type) {
    case 'call':
      return `call ${part.id} ${part.name} ${part.arguments}${stateOf(part.providerState)}`;
    case 'result':
      return `result ${part.callId} ${part.content.map(textOfPart).join(' ')}`;
    case 'reasoning':
      return `reasoning ${part.text}${stateOf(part.providerState)}`;
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
function stateOf(providerState: ProviderState | undefined): string {
  return providerState === undefined || providerState.kind === 'plain'
    ? ''
    : ` ${providerState.vendor} ${providerState.data}`;
}
