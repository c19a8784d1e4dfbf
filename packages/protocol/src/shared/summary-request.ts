// Asks for a summary in place of a compacted conversation, for encoders of formats that cannot compact one.
import type { NoteBook } from '../canonical/note.ts';
import type { Part } from '../canonical/part.ts';
import type { CanonicalRequest, Turn } from '../canonical/request.ts';

/** The last item of a Responses request for the compacted conversation. */
export const compactionTrigger = 'compaction_trigger';

const prompt = `This conversation has become long, so a summary replaces it. Write that summary now, for the assistant that continues the work and sees only it and some user messages.

State:
- what the user wants, with every condition that still holds;
- what has been done, found and decided, and why;
- the exact names, paths, commands, values and errors that are still needed;
- what is still to be done, and the next step.

Write only the summary, as plain text; call no tool, and do not work on.`;

const asksForSummary =
  'This format cannot compact a conversation, so its model is asked for a summary.';

/**
 * Replaces the request for the compacted conversation by one for a summary. The tools stay, because a history with
 * calls needs them and prompt caches depend on them, but the model may not call any.
 */
export function askForSummary(request: CanonicalRequest, notes: NoteBook): CanonicalRequest {
  if (request.wantsCompaction !== true) return request;
  notes.approximated('wantsCompaction', asksForSummary);
  const { outputFormat: _format, stopSequences: _stops, toolChoice: _choice, ...kept } = request;
  return {
    ...kept,
    turns: [
      ...withoutTrigger(request.turns),
      { role: 'user', parts: [{ type: 'text', text: prompt }] },
    ],
    ...(request.tools.length > 0 && { toolChoice: { mode: 'none' } }),
  };
}

/** The trigger is the last item of the conversation, in a turn of its own. */
function withoutTrigger(turns: readonly Turn[]): readonly Turn[] {
  return turns.at(-1)?.parts.some(isTrigger) === true ? turns.slice(0, -1) : turns;
}

function isTrigger(part: Part): boolean {
  return part.type === 'server' && part.raw['type'] === compactionTrigger;
}
