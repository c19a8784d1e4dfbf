// Turns a reply that is nothing but a mistake of the model into an error, for reply and stream decoders.
import { GatewayError } from '../../canonical/error.ts';
import type { Part } from '../../canonical/part.ts';
import type { CanonicalEvent, Choice, Finish } from '../../canonical/reply.ts';
import { redactShapes, type Redact } from '../../redaction/redaction.ts';
import { cleanText } from './upstream-text.ts';

/*
 * A model may write a call that its own server cannot read. With nothing else in the reply, a client that
 * reads an empty normal stop ends its work; after an error it tries again.
 */

/** What an upstream says about the mistake. */
export interface Explanation {
  readonly text?: string | null | undefined;
  readonly redact?: Redact | undefined;
}

/**
 * Rejects a whole reply all of whose choices ended with a fault and have no content besides reasoning.
 * @throws GatewayError `upstream-unavailable`
 */
export function rejectMistake(choices: readonly Choice[], explanation: Explanation = {}): void {
  const [first] = choices;
  if (first === undefined) return;
  const isMistake = choices.every(({ finish, parts }) => {
    return finish.reason === 'fault' && !parts.some(isContent);
  });
  if (isMistake) throw mistakeOf(first.finish, explanation);
}

function isContent(part: Part): boolean {
  return part.type !== 'reasoning' && !(part.type === 'text' && part.text === '');
}

function mistakeOf({ native }: Finish, { text, redact = redactShapes }: Explanation): GatewayError {
  const word = native === undefined ? '' : ` (${redact(cleanText(native))})`;
  const more = text ? `: ${redact(cleanText(text))}` : '.';
  const message = `The model made a mistake and gave no answer${word}${more}`;
  return new GatewayError('upstream-unavailable', message, { reason: 'upstream_bad_answer' });
}

/** Watches the events of one stream for the same rule. */
export class MistakeWatch {
  readonly #reasoning = new Set<number>();
  #hasContent = false;

  see(events: readonly CanonicalEvent[]): void {
    if (this.#hasContent) return;
    for (const event of events) this.#hasContent ||= this.#isContent(event);
  }

  /** The error for a stream that ends with these events, if it is nothing but a mistake. */
  find(last: readonly CanonicalEvent[], explanation: Explanation): GatewayError | undefined {
    this.see(last);
    const ends = last.flatMap((event) => (event.type === 'finish' ? [event.finish] : []));
    const [first] = ends;
    if (this.#hasContent || first === undefined) return undefined;
    return ends.every(({ reason }) => reason === 'fault')
      ? mistakeOf(first, explanation)
      : undefined;
  }

  #isContent(event: CanonicalEvent): boolean {
    if (event.type === 'part-delta') return event.text !== '' && !this.#reasoning.has(event.index);
    if (event.type !== 'part-start') return false;
    if (event.part.type === 'reasoning') this.#reasoning.add(event.index);
    return event.part.type !== 'reasoning' && event.part.type !== 'text';
  }
}
