/** Explains a request in headers of its response, where the client asks for that with `parley-explain`. */
import type { Note } from '@parley/protocol';
import type { Reached } from '../state.ts';

/** Whether the client asks for an explanation with `parley-explain`, a list of words; others are ignored. */
export function explains({ incoming }: Reached, word: 'notes' | 'timing' | 'limits'): boolean {
  const wanted = incoming.request.headers.get('parley-explain');
  return wanted !== null && wanted.split(',').some((each) => each.trim() === word);
}

/**
 * The steps of a request as the value of `server-timing`, in milliseconds: `authenticate` until the key is known,
 * `admit` until quota is reserved, `failed` for the attempts before the last one, and `upstream` until the first byte
 * of the last one. Steps that the request did not reach are left out.
 * @see https://www.w3.org/TR/server-timing/
 */
export function explainTiming({ authenticatedMs, admittedMs, attempts }: Reached): string {
  const [first] = attempts.all;
  const { last } = attempts;
  const times = {
    authenticate: authenticatedMs,
    admit: elapsed(authenticatedMs, admittedMs),
    failed: first === last ? undefined : elapsed(first?.startedTick, last?.startedTick),
    upstream: elapsed(last?.startedTick, last?.firstByteTick),
  };
  const known = Object.entries(times).filter(([, time]) => time !== undefined);
  return known.map(([name, time]) => `${name};dur=${String(Number(time?.toFixed(3)))}`).join(', ');
}

function elapsed(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}

/** Maximum length of the notes in a header, in characters; many clients reject headers beyond 8 KiB. */
const longestNotes = 4_096;

/**
 * All notes as ASCII JSON. A list that is too long is cut and states how many notes are missing; the record contains
 * more of them.
 */
export function explainNotes(notes: readonly Note[]): string {
  for (let count = notes.length; ; count = Math.floor(count / 2)) {
    const missing = notes.length - count;
    const list = { notes: notes.slice(0, count), missing: missing > 0 ? missing : undefined };
    const text = JSON.stringify(list).replace(/[^\x20-\x7e]/g, escapeCharacter);
    if (text.length <= longestNotes || count === 0) return text;
  }
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
