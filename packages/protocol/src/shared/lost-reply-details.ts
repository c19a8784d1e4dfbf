// Notes what a reply says and the client's format cannot: commentary, the service tier, cache writes, state and
// citations without a place, and unknown finish reasons; for whole replies and streams.
import type { NoteBook } from '../canonical/note.ts';
import type { Part } from '../canonical/part.ts';
import type { PartHead } from '../canonical/reply.ts';
import type { Usage } from '../canonical/usage.ts';

/** Commentary is the only purpose of a text that is worth a note. */
export function isCommentary(part: Part | PartHead): boolean {
  return 'phase' in part && part.phase === 'commentary';
}

/** Notes commentary among the parts of a reply, or at the start of a part in a stream. */
export function noteCommentary(parts: readonly (Part | PartHead)[], notes: NoteBook): void {
  if (!parts.some(isCommentary)) return;
  notes.approximated('output', 'Commentary of the reply became part of its text.');
}

/** The tiers that cost or behave differently; a client expects nothing of any other word. */
const tiers: readonly string[] = ['flex', 'scale', 'priority', 'fast', 'ultrafast', 'batch'];

/** Notes the tier. @param written the word of the client's format, if there is one */
export function noteLostTier(
  tier: string | undefined,
  written: string | undefined,
  notes: NoteBook,
): void {
  if (tier === undefined || written !== undefined || !tiers.includes(tier)) return;
  notes.dropped('serviceTier', `The format has no word for the service tier ${tier}.`);
}

/** Notes that nothing was counted, in formats that require numbers. */
export function noteMissingUsage(notes: NoteBook): void {
  notes.defaulted('usage', 'The upstream reported no usage, so all token counts are 0.');
}

/** Notes cache writes in formats that count them, but not how long they last. */
export function noteCacheLifetimes(usage: Usage | undefined, notes: NoteBook): void {
  if (!usage?.cacheWrite1h) return;
  notes.approximated('usage.cacheWrite1h', 'The format counts all cache writes together.');
}

/** Notes cache writes in formats that do not count them apart. */
export function noteCacheWrites(usage: Usage | undefined, notes: NoteBook): void {
  if (!usage?.cacheWrite5m && !usage?.cacheWrite1h) return;
  notes.approximated(
    'usage.cacheWrite',
    'The format counts cache writes as the rest of the prompt.',
  );
}

/** Notes a tier that a stream states only at its end, when its start has been sent with another one or none. */
export function noteLateTier(
  tier: string | undefined,
  begun: string | undefined,
  notes: NoteBook,
): void {
  if (tier === undefined || tier === begun || !tiers.includes(tier)) return;
  notes.dropped(
    'serviceTier',
    `The stream stated only at its end that its service tier was ${tier}.`,
  );
}

/** The reason in the note for a finish reason that this version does not know. */
export const unknownFinish =
  'The upstream gave an unknown finish reason; it was read as a normal stop.';

/** The reason in the note for state that belongs to neither. */
export const looseState = 'Only reasoning and calls have provider state.';

/** The reason in the note for citations of a reply without text. */
export const noCitedText = 'A citation that refers to no text was left out.';
