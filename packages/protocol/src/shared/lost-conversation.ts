// Rejects requests whose question is lost in translation, for request encoders.
import { GatewayError } from '../canonical/error.ts';
import type { NoteBook } from '../canonical/note.ts';
import type { Turn } from '../canonical/request.ts';

/**
 * Rejects a conversation whose last user message is lost: the model would answer something else, or continue
 * its own last reply.
 * @param turns the turns of the request, with the indexes that note paths use
 * @param written the indexes of the turns of which anything was written
 * @throws GatewayError `unsupported` with the parts that were lost
 */
export function rejectLostUserTurn(turns: readonly Turn[], written: ReadonlySet<number>): void {
  const lost: string[] = [];
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    if (turn?.role === 'instruction') continue;
    if (turn?.role !== 'user') break;
    if (written.has(at)) return;
    const paths = turn.parts.map((_, index) => `turns[${at}].parts[${index}]`);
    lost.unshift(...(paths.length > 0 ? paths : [`turns[${at}]`]));
  }
  const [param] = lost;
  if (param === undefined) return;
  const message = `Nothing of the user’s last turn can be sent upstream: ${listSome(lost)}.`;
  throw new GatewayError('unsupported', message, { reason: 'lossy_translation', param });
}

/** Maximum number of parts that the message lists. */
const mostNamed = 5;

function listSome(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return paths.slice(0, mostNamed).join(', ') + more;
}

/**
 * Rejects a conversation that consists only of media, none of which could be written.
 * @throws GatewayError `unsupported`
 */
export function refuseLostMedia(turns: readonly Turn[]): void {
  const isAbout = turns.some(({ parts }) => parts.some(({ type }) => type === 'media'));
  if (!isAbout) return;
  throw new GatewayError('unsupported', 'Nothing of the conversation can be sent upstream.');
}

/** Notes that a turn was commentary, for formats without a field for it. */
export function notePurpose({ phase }: Turn, path: string, notes: NoteBook): void {
  if (phase !== 'commentary') return;
  notes.approximated(`${path}.phase`, 'Commentary is in the history like any other reply.');
}
